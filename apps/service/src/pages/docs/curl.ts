import type { Credential, Endpoint } from '@standpoint/contract';
import { example } from './example.ts';

const HOLDER: Record<Credential, string> = {
  none: '',
  api_key: '$STANDPOINT_API_KEY',
  results_key: '$STANDPOINT_RESULTS_KEY',
  preflight: '$PREFLIGHT_TOKEN',
  portal: '$PORTAL_TOKEN',
  handoff: '$HANDOFF_TOKEN',
  person: '',
};

/** A call that can be copied into a shell. */
export function curl(endpoint: Endpoint, base_url: string): string {
  const { method, path, credential, params, body, media } = endpoint;
  const values = params ? (example(params) as Record<string, string>) : {};
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  const query = endpoint.name === 'redeemShortCode' ? '?code=7K3M9Q2X5R8T1V4W' : '';
  const holder = HOLDER[credential[0]!];
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}'${base_url}${filled}${query}'`];
  if (holder) lines.push(`-H "Authorization: Bearer ${holder}"`);
  if (media === 'multipart')
    lines.push(
      "-F 'manifest=@manifest.json;type=application/json'",
      "-F 'frame_0=@frame_0.jpg'",
      "-F 'frame_7=@frame_7.jpg'",
    );
  else if (media === 'image') lines.push("-H 'Content-Type: image/jpeg'", "--data-binary '@face.jpg'");
  else if (body)
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(example(body, { request: true }))}'`,
    );
  return lines.join(' \\\n  ');
}
