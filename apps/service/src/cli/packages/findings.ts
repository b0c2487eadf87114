import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isLocal } from '../../demo-default.ts';
import type { Finding } from '../../system/finding.ts';
import { TOOLS, type Tool } from './place.ts';
import { askRegistry, type RegistryAnswer } from './registry-answer.ts';
import type { FoundTokens } from './tokens-in-files.ts';
import type { Places } from './write-files.ts';

export type { Finding };

const finding = (name: string, ok: boolean, says: string): Finding => ({ name, ok, says });
const LOGIN = 'npx standpoint packages login';
const CLOCK_MS = 120_000;

/** What stands in the files, each with what to do. */
export function fileFindings(
  address: string,
  { project }: Places,
  tokens: FoundTokens,
  tools: readonly Tool[],
): Finding[] {
  const found: Finding[] = [];
  const isProject = tokens.scope !== null || existsSync(join(project, 'package.json'));
  if (tools.includes('npm') && isProject) {
    const path = join(project, '.npmrc');
    const right = tokens.scope?.replace(/\/*$/, '/') === `${address}/npm/`;
    found.push(
      finding(
        '.npmrc',
        right,
        right ? path : `${path} sends @standpoint to ${tokens.scope ?? 'the public registry'}: ${LOGIN}`,
      ),
    );
  }
  for (const tool of tools) {
    const { path, token, open } = tokens[tool];
    if (token === null) continue;
    found.push(
      open
        ? finding(tool, false, `${path} can be read by other users of this computer: run chmod 600 ${path}`)
        : finding(tool, true, path),
    );
  }
  if (tools.every((tool) => tokens[tool].token === null))
    found.push(
      finding('token', false, `There is no package token for ${address} on this computer: ${LOGIN}`),
    );
  return found;
}

/** npm, Gradle and curl go through these; this check does not. */
export function proxyFinding(address: string, env: Record<string, string | undefined>): Finding[] {
  const secure = address.startsWith('https:');
  const names = secure
    ? ['HTTPS_PROXY', 'https_proxy', 'npm_config_https_proxy']
    : ['http_proxy', 'npm_config_proxy'];
  const set = names.find((name) => env[name]);
  if (!set) return [];
  const host = URL.parse(env[set]!)?.host ?? env[set]!.replace(/^.*@/, '');
  const apart = (env.NO_PROXY ?? env.no_proxy ?? '')
    .split(',')
    .map((each) => each.trim().replace(/^\*?\./, ''));
  const { hostname } = new URL(address);
  const spared = apart.some((each) => each !== '' && (hostname === each || hostname.endsWith(`.${each}`)));
  const says = spared ? 'NO_PROXY spares this address' : 'the tools go through it, and this check does not';
  return [finding('proxy', true, `${set} names ${host}: ${says}`)];
}

/** Whether the service is there, by https, and has the same time. */
export async function networkFindings(address: string): Promise<Finding[]> {
  const before = Date.now();
  const answer = await askRegistry(`${address}/npm/-/ping`, null);
  const there = answer.status === 200 && answer.json !== null;
  const found = [finding('service', there, there ? address : `${address}: ${explained(answer)}`)];
  if (!address.startsWith('https:') && !isLocal(address))
    found.push(
      finding(
        'https',
        false,
        `${address} is not https: SwiftPM and Gradle refuse it, and the token is readable`,
      ),
    );
  if (answer.at === null) return found;
  // The header has whole seconds, and the answer was under way.
  const apart = Math.max(before - answer.at - 1_000, answer.at - Date.now());
  const seconds = Math.round(apart / 1_000);
  if (apart > CLOCK_MS)
    found.push(
      finding('clock', false, `this computer and the service differ by ${seconds} s: set the clock`),
    );
  return found;
}

const PROBES: Record<Tool, { name: string; path: string; scheme: 'Basic' | 'Bearer' }> = {
  npm: { name: '/npm', path: '/npm/-/whoami', scheme: 'Bearer' },
  // No such file exists: with a token that works the answer is 404.
  android: { name: '/maven', path: '/maven/standpoint/doctor/maven-metadata.xml', scheme: 'Basic' },
  ios: { name: '/ios', path: '/ios/doctor-0.0.0.zip', scheme: 'Basic' },
};

/** Each registry with the token that its tool would send. */
export async function tokenFindings(
  address: string,
  tokens: FoundTokens,
  tools: readonly Tool[],
): Promise<Finding[]> {
  const asked = TOOLS.filter((tool) => tools.includes(tool) && tokens[tool].token !== null);
  return Promise.all(
    asked.map(async (tool) => {
      const { name, path, scheme } = PROBES[tool];
      const token = tokens[tool].token!;
      const value = scheme === 'Bearer' ? token : Buffer.from(`token:${token}`).toString('base64');
      const answer = await askRegistry(`${address}${path}`, `${scheme} ${value}`);
      const ok = answer.status === 200 || (answer.status === 404 && answer.code === 'not_found');
      if (ok) return finding(name, true, `the token in ${tokens[tool].path} works`);
      const stripped = answer.code === 'token_missing';
      return finding(
        name,
        false,
        stripped ? 'a proxy between takes the Authorization header away' : explained(answer),
      );
    }),
  );
}

/** A failed answer in words, and what to do. */
export function explained({ status, says, code }: RegistryAnswer): string {
  if (status === 0 || code !== null) return says;
  if (status >= 300 && status < 400) return `it redirects (${status}): use the address that it leads to`;
  if (status === 401 || status === 403) return `a proxy or firewall before the service refuses (${status})`;
  if (status === 404)
    return 'another server answers there (404), or a proxy does not pass /npm, /maven and /ios on';
  if (status >= 500)
    return `a proxy answers ${status}: the service behind it does not run, or takes too long`;
  return `this is no Standpoint service (it answered ${status})`;
}
