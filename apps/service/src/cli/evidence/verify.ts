import { closeSync, createReadStream, openSync } from 'node:fs';
import { readConfig } from '../../config.ts';
import type { Difference } from '../../evidence/differences.ts';
import { faceEvidence } from '../../face/evidence/file.ts';
import { type FaceEvidenceReport, verifyFaceEvidence } from '../../face/evidence/verify.ts';
import type { EvidenceReport } from '../../geolocation/evidence/verify.ts';
import { verifyEvidence } from '../../geolocation/evidence/verify.ts';
import { openGeography } from '../../geolocation/geodata/geography.ts';
import { reviewEvidence } from '../../reviews/file.ts';
import { type ReviewStep, reviewedLine, verifyReview } from '../../reviews/verify.ts';
import { type PublicSigningKey, publicSigningKey } from '../../tokens/check-evidence.ts';
import { command, EXIT, Failure, type Terminal } from '../command.ts';
import { readJsonFile } from '../json-file.ts';
import { columns } from '../print.ts';

/** The signing keys of a JWK set in a file, such as a kept copy of `/.well-known/jwks.json`. */
function pinnedKeys(file: string): PublicSigningKey[] {
  const { keys } = (readJsonFile(file) ?? {}) as { keys?: unknown };
  const found = (Array.isArray(keys) ? keys : []).flatMap((jwk) => publicSigningKey(jwk ?? {}) ?? []);
  if (found.length === 0)
    throw new Failure(`${file} holds no signing key.`, 'Fetch it from the service: /.well-known/jwks.json');
  return found;
}

/** Yields the lines without their line feeds. A file whose last line does not end counts as altered. */
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

type Report = (EvidenceReport | FaceEvidenceReport) & { review?: ReviewStep };

const ALTERED = (problem: string): EvidenceReport => ({ ok: false, form: { outcome: 'altered', problem } });

/** Reads only the place of the refreshed geographic data from the environment: an auditor has no service. */
function geography({ env: { STANDPOINT_DATA_DIR }, bundled }: Terminal) {
  return openGeography(readConfig({ STANDPOINT_DATA_DIR }).data_dir, undefined, bundled);
}

/** A line of evidence, and the answers of its review in the lines after it. */
interface Group {
  record: string;
  answers: string[];
}

/** Adds what the file says of the record's review; a review that does not hold makes the report not ok. */
async function withReview(
  report: Report,
  { record, answers }: Group,
  pinned: PublicSigningKey[] | null,
): Promise<Report> {
  if (!('signature' in report)) return report;
  const review = await verifyReview(reviewedLine(record, report.decision.recorded), answers, pinned);
  return review ? { ...report, ok: report.ok && review.outcome === 'valid', review } : report;
}

async function reports(file: string, terminal: Terminal, pinned: PublicSigningKey[] | null) {
  const found: Report[] = [];
  // Evidence of faces needs no geographic data.
  let world: ReturnType<typeof geography> | undefined;
  const verified = (line: string): Promise<Report> => {
    if (faceEvidence.isOne(line)) return verifyFaceEvidence(line, pinned);
    world ??= geography(terminal);
    return verifyEvidence(line, world, pinned);
  };
  let last: Group | null = null;
  const finish = async () => {
    if (last) found.push(await withReview(await verified(last.record), last, pinned));
    last = null;
  };
  try {
    for await (const { line, ended } of lines(file)) {
      if (!ended) found.push(ALTERED('the last line does not end: the file was truncated'));
      else if (!reviewEvidence.isOne(line)) {
        await finish();
        last = { record: line, answers: [] };
      } else if (last) last.answers.push(line);
      else found.push(ALTERED('it begins with the answer of a review, without the record that it is about'));
    }
    await finish();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    found.push(ALTERED('it is not UTF-8'));
  }
  return found.length > 0 ? found : [ALTERED('it is empty')];
}

export const evidenceVerify = command({
  name: 'evidence verify',
  summary: 'Check the signature of exported evidence and compute its decisions again, offline',
  args: ['FILE'],
  options: {
    jwks: {
      type: 'string',
      value: 'FILE',
      meaning: 'trust only these keys: a kept copy of /.well-known/jwks.json',
    },
  },
  notes:
    'Needs no database, no network and no running service.\n' +
    'Without --jwks the key inside the file is used. That proves that nothing was altered after signing,\n' +
    'but not who signed.',
  run: async ({ options, args, terminal }) => {
    const file = args[0]!;
    try {
      closeSync(openSync(file, 'r'));
    } catch {
      throw new Failure(`${file} cannot be read.`);
    }
    const pinned = options.jwks === undefined ? null : pinnedKeys(options.jwks);
    const all = await reports(file, terminal, pinned);
    const [only] = all;
    return all.length === 1 ? only! : { ok: all.every(({ ok }) => ok), count: all.length, evidence: all };
  },
  exit: ({ ok }) => (ok ? EXIT.ok : EXIT.refused),
  text: (result) => ('evidence' in result ? result.evidence.map(text).join('\n\n') : text(result)),
});

function text(report: Report): string {
  if (!('signature' in report)) return `NOT OK\nform  altered: ${report.form.problem}`;
  const rows = 'session_id' in report ? faceRows(report) : placeRows(report);
  const id = 'session_id' in report ? `${report.session_id}, ${report.attempt_id}` : report.verification_id;
  const head = `${report.ok ? 'OK' : 'NOT OK'}  ${id}, ${report.env}, decided ${report.decided_at}`;
  return `${head}\n${columns([...signatureRows(report), ...rows, ...reviewRows(report)])}`;
}

function signatureRows({ signature, decided_at }: Full<Report>): string[][] {
  const late =
    signature.signed_at && Date.parse(signature.signed_at) - Date.parse(decided_at) > 60_000
      ? `, signed only on ${signature.signed_at}`
      : '';
  const key = `key: ${signature.key ?? 'none'} (${signature.kid ?? 'no kid'})`;
  return [
    ['form', 'well formed'],
    ['signature', `${signature.outcome}, ${key}${late}`],
  ];
}

function reviewRows({ review, decision }: Full<Report>): string[][] {
  if (!review)
    return decision.recorded === 'review' ? [['review', 'none in this file: the decision is `review`']] : [];
  const said = review.reviewers.map(({ reviewer, outcome, reason, at }) => [
    '',
    `${outcome} by ${reviewer} on ${at}: ${reason}`,
  ]);
  const keys = `key: ${review.key} (${review.kids.join(', ')})`;
  const decided = review.problem ?? `${review.decision}, ${review.review_id}, ${keys}`;
  return [['review', `${review.outcome}: ${decided}`], ...said];
}

type Full<R> = Extract<R, { signature: unknown }>;
const changed = ({ path, recorded, recomputed }: Difference): string[] => [
  '',
  `${path}: recorded ${JSON.stringify(recorded)}, now ${JSON.stringify(recomputed)}`,
];

const placeRows = ({ policy, facts, decision }: Full<EvidenceReport>): string[][] => [
  [
    'policy',
    `${policy.name}, ${policy.policy_id ?? 'built in'} version ${policy.version}, sha256 ${policy.sha256}`,
  ],
  ['facts', `${facts.outcome}${facts.rederived.length ? `: ${facts.rederived.join(', ')}` : ''}`],
  ...Object.entries(facts.not_rederived).map(([name, why]) => ['', `not ${name}: ${why}`]),
  ['decision', `${decision.outcome}: ${decision.recorded} by engine ${decision.engine_version}`],
  ...[...facts.differences, ...decision.differences].map(changed),
];

const faceRows = ({ workflow, pack, capture, decision }: Full<FaceEvidenceReport>): string[][] => [
  ['workflow', `${workflow.workflow_id} version ${workflow.version}`],
  ['models', pack ? `${pack.id} ${pack.version}` : 'none looked'],
  ['capture', `${capture.outcome}: ${capture.frames} frames${capture.problem ? `, ${capture.problem}` : ''}`],
  ['decision', `${decision.outcome}: ${decision.recorded} by engine ${decision.engine_version}`],
  ...decision.differences.map(changed),
];
