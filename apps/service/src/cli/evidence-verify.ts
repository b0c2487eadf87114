import { closeSync, createReadStream, openSync } from 'node:fs';
import { readConfig } from '../config.ts';
import type { EvidenceReport } from '../geolocation/evidence-verify.ts';
import { verifyEvidence } from '../geolocation/evidence-verify.ts';
import { openGeography } from '../geolocation/geography.ts';
import { type PublicSigningKey, publicSigningKey } from '../tokens/check-evidence.ts';
import { command, EXIT, Failure, type Terminal } from './command.ts';
import { readJsonFile } from './json-file.ts';
import { columns } from './print.ts';

/** The signing keys of a JWK set in a file, e.g. `/.well-known/jwks.json` as it was fetched and kept by the one who checks. */
function pinnedKeys(file: string): PublicSigningKey[] {
  const { keys } = (readJsonFile(file) ?? {}) as { keys?: unknown };
  const found = (Array.isArray(keys) ? keys : []).flatMap((jwk) => publicSigningKey(jwk ?? {}) ?? []);
  if (found.length === 0)
    throw new Failure(`${file} holds no signing key.`, 'It is what /.well-known/jwks.json answers.');
  return found;
}

/** Lines as they are, line feeds taken off; a file whose last line does not end is altered, too. */
async function* lines(file: string): AsyncGenerator<{ line: string; ended: boolean }> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  for await (const chunk of createReadStream(file)) {
    rest += decoder.decode(chunk as Buffer, { stream: true });
    const parts = rest.split('\n');
    rest = parts.pop()!;
    for (const line of parts) yield { line, ended: true };
  }
  rest += decoder.decode();
  if (rest !== '') yield { line: rest, ended: false };
}

const ALTERED = (problem: string): EvidenceReport => ({ ok: false, form: { outcome: 'altered', problem } });

async function reports(
  file: string,
  world: Parameters<typeof verifyEvidence>[1],
  pinned: PublicSigningKey[] | null,
) {
  const found: EvidenceReport[] = [];
  try {
    for await (const { line, ended } of lines(file))
      found.push(
        ended
          ? await verifyEvidence(line, world, pinned)
          : ALTERED('the last line does not end: something was cut off'),
      );
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    found.push(ALTERED('it is not UTF-8'));
  }
  return found.length > 0 ? found : [ALTERED('it is empty')];
}

/** Of the configuration only where refreshed data lie: an auditor has no service, and needs none. */
function world({ env: { STANDPOINT_DATA_DIR } }: Terminal) {
  return openGeography(readConfig({ STANDPOINT_DATA_DIR }).data_dir);
}

export const evidenceVerify = command({
  name: 'evidence verify',
  summary: 'Compute decisions again from their evidence and check the signature, offline',
  args: ['FILE'],
  options: {
    jwks: {
      type: 'string',
      value: 'FILE',
      meaning: 'believe only these keys: a kept copy of /.well-known/jwks.json',
    },
  },
  notes:
    'Needs no database, no network and no running service. Without --jwks the key inside the file is used: that proves that\nnothing was altered since it was signed, not who signed it.',
  run: async ({ options, args, terminal }) => {
    const file = args[0]!;
    try {
      closeSync(openSync(file, 'r'));
    } catch {
      throw new Failure(`${file} cannot be read.`);
    }
    const pinned = options.jwks === undefined ? null : pinnedKeys(options.jwks);
    const all = await reports(file, world(terminal), pinned);
    const [only] = all;
    return all.length === 1 ? only! : { ok: all.every(({ ok }) => ok), count: all.length, evidence: all };
  },
  exit: ({ ok }) => (ok ? EXIT.ok : EXIT.refused),
  text: (result) => ('evidence' in result ? result.evidence.map(text).join('\n\n') : text(result)),
});

function text(report: EvidenceReport): string {
  if (!('signature' in report)) return `NOT OK\nform  altered: ${report.form.problem}`;
  const { signature, policy, facts, decision } = report;
  const late =
    signature.signed_at && Date.parse(signature.signed_at) - Date.parse(report.decided_at) > 60_000
      ? `, signed only on ${signature.signed_at}`
      : '';
  const rows = [
    ['form', 'well formed'],
    [
      'signature',
      `${signature.outcome}, key: ${signature.key ?? 'none'} (${signature.kid ?? 'no kid'})${late}`,
    ],
    [
      'policy',
      `${policy.name}, ${policy.policy_id ?? 'built in'} version ${policy.version}, sha256 ${policy.sha256}`,
    ],
    ['facts', `${facts.outcome}${facts.rederived.length ? `: ${facts.rederived.join(', ')}` : ''}`],
    ...Object.entries(facts.not_rederived).map(([name, why]) => ['', `not ${name}: ${why}`]),
    ['decision', `${decision.outcome}: ${decision.recorded} by engine ${decision.engine_version}`],
    ...[...facts.differences, ...decision.differences].map(({ path, recorded, recomputed }) => [
      '',
      `${path}: recorded ${JSON.stringify(recorded)}, now ${JSON.stringify(recomputed)}`,
    ]),
  ];
  return `${report.ok ? 'OK' : 'NOT OK'}  ${report.verification_id}, ${report.env}, decided ${report.decided_at}\n${columns(rows)}`;
}
