import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { tries } from '../../../../../testing/counts.ts';
import { evidenceStage, verified } from '../../../testing/face/stages/evidence.ts';
import { mutant, mutantInside } from '../../../testing/mutant.ts';
import { recordDigest } from '../../evidence/signature.ts';
import { publicSigningKey } from '../../tokens/check-evidence.ts';
import { faceEvidence } from './file.ts';
import { type FaceEvidenceRecord, signFaceRecord } from './record.ts';
import { verifyFaceEvidence } from './verify.ts';

const { clock, service, judged } = evidenceStage();

/**
 * The evidence with a changed record and a new signature, which only a holder of the service's key can make.
 */
function signedAgain(line: string, change: (record: FaceEvidenceRecord) => void): string {
  const file = JSON.parse(line);
  const record = JSON.parse(file.record) as FaceEvidenceRecord;
  change(record);
  const context = { org: record.org, env: record.env, iss: 'https://id.example', now: clock.now() };
  const text = JSON.stringify(record);
  return JSON.stringify({
    ...file,
    engine_version: record.input.engine_version,
    record: text,
    signature: signFaceRecord(service.deps.keys, context, record, text),
  });
}

describe('the evidence of an approved session', () => {
  let line: string;
  let key: Awaited<ReturnType<typeof judged>>['key'];
  beforeAll(async () => {
    const { answer, ...rest } = await judged();
    expect(answer.data.session).toMatchObject({ status: 'completed' });
    expect(rest.lines).toHaveLength(1);
    [line] = rest.lines as [string];
    key = rest.key;
  });

  it('is computed again byte for byte, with its chain and a valid signature', async () => {
    expect(await verified(line)).toMatchObject({
      ok: true,
      session_id: key.session_id,
      livemode: true,
      form: { outcome: 'well_formed' },
      signature: { outcome: 'valid', key: 'from_bundle' },
      pack: { id: 'accurate', version: '1' },
      capture: { outcome: 'same', frames: 10 },
      decision: { outcome: 'identical', recorded: 'approved', recomputed: 'approved', differences: [] },
    });
  });

  it('holds challenge, capture, findings and consent, but not the identity of the person', () => {
    const record = JSON.parse(JSON.parse(line).record) as FaceEvidenceRecord;
    expect(record.consent).toMatchObject({ accepted: true, version: expect.stringMatching(/^1\./) });
    expect(record.capture.frames).toHaveLength(10);
    expect(record.input.facts!.challenge.steps).toHaveLength(10);
    expect(record.input.facts!.pack.models[0]).toMatchObject({ sha256: 'a'.repeat(64) });
    expect(record.findings).toMatchObject({ checks: { liveness: { outcome: 'pass', threshold: 0.3 } } });
    expect(line).not.toMatch(/customer-\d|embedding/);
  });

  // The short run changes every n-th character, with another start each time.
  it('is refused when any one character is changed', async () => {
    const passed: string[] = [];
    const stride = tries(1, 37);
    // Every eleventh character of the long rows of a picture, and every character of the rest.
    const pictures = [...line.matchAll(/[A-Za-z0-9+/]{400,}/g)].map(({ index, 0: row }) => [
      index + 20,
      index + row.length - 20,
    ]);
    for (let at = randomInt(stride); at < line.length; at += stride) {
      if (at % 11 !== 0 && pictures.some(([from, to]) => at > from! && at < to!)) continue;
      const was = line.charCodeAt(at);
      // The next letter of the alphabet, or the other case: a careful forger would try these.
      const other = String.fromCharCode(at % 5 === 0 ? was ^ 0x20 : was === 0x7e ? 0x20 : was + 1);
      if ((await verifyFaceEvidence(line.slice(0, at) + other + line.slice(at + 1))).ok)
        passed.push(`${at}: ${line.slice(at - 20, at + 20)}`);
    }
    expect(passed).toEqual([]);
  }, 240_000);

  it('is refused when a part is cut off, inserted or written in another way', async () => {
    const pretty = JSON.stringify(JSON.parse(line), null, 1);
    const twice = line.replace('"env"', '"env":"production","env"');
    for (const text of [line.slice(0, -1), `${line} `, pretty, twice, '', '{}', 'null', '[]'])
      expect(await verifyFaceEvidence(text), text.slice(0, 60)).toMatchObject({
        ok: false,
        form: { outcome: 'altered' },
      });
  });

  it('is valid under the pinned key and no other', async () => {
    const [own] = service.deps.keys.of('production').jwks.keys.map((jwk) => publicSigningKey(jwk)!);
    const [other] = service.deps.keys.of('sandbox').jwks.keys.map((jwk) => publicSigningKey(jwk)!);
    expect(await verifyFaceEvidence(line, [own!])).toMatchObject({ ok: true, signature: { key: 'pinned' } });
    expect(await verifyFaceEvidence(line, [other!])).toMatchObject({
      ok: false,
      signature: { outcome: 'unknown_key' },
    });
  });

  it.each<[string, (record: FaceEvidenceRecord) => void, object]>([
    [
      'a verdict that does not follow',
      (record) => Object.assign(record.verdict, { decision: 'declined' }),
      { decision: { outcome: 'different', recorded: 'declined', recomputed: 'approved' } },
    ],
    [
      'facts that give another verdict',
      (record) => Object.assign(record.input.facts!.frames[0]!, { same_person: 0 }),
      { decision: { outcome: 'different' } },
    ],
    [
      'frames that the facts are not about',
      ({ capture }) => Object.assign(capture.frames[3]!, { t_ms: 1 }),
      { capture: { outcome: 'different', problem: 'the facts are about other frames' } },
    ],
    [
      'another nonce',
      ({ capture }) =>
        Object.assign(capture, { nonce: capture.nonce.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')) }),
      { capture: { outcome: 'different' } },
    ],
    [
      'findings without facts',
      ({ input }) => Object.assign(input, { facts: null }),
      { decision: { outcome: 'unfounded' } },
    ],
    [
      'an engine that is not here',
      ({ input }) => Object.assign(input, { engine_version: '99' }),
      { decision: { outcome: 'not_recomputed', engine_version: '99' } },
    ],
  ])('signed again with %s it is not in order', async (_, change, expected) => {
    expect(await verified(signedAgain(line, change))).toMatchObject({
      ok: false,
      signature: { outcome: 'valid' },
      ...expected,
    });
  });

  it('is refused with the signature of another attempt', async () => {
    const { lines } = await judged();
    const swapped = { ...JSON.parse(line), signature: JSON.parse(lines[0]!).signature };
    expect(await verified(JSON.stringify(swapped))).toMatchObject({
      ok: false,
      signature: { outcome: 'invalid' },
      decision: { outcome: 'not_recomputed' },
      capture: { outcome: 'not_checked' },
    });
  });

  it('lies sealed in the database', async () => {
    const row = await service.database.db
      .selectFrom('face_evidence')
      .selectAll()
      .where('session_id', '=', key.session_id)
      .executeTakeFirstOrThrow();
    expect(row.sealed.includes('standpoint-face-evidence')).toBe(false);
    expect(row.engine_version).toBe('1');
  });

  it('mutation control: changes pass without the digest, the exact text or the chain', async () => {
    const changed = line.replace('\\"hold_ms\\":500', '\\"hold_ms\\":501');
    expect(changed).not.toBe(line);
    type Verify = { verifyFaceEvidence: typeof verifyFaceEvidence };
    const blind = await mutantInside<Verify>('face/evidence/verify.ts', 'evidence/signature.ts', [
      'said.sha256 === recordDigest(file.record) &&',
      '',
    ]);
    expect([(await verifyFaceEvidence(changed)).ok, (await blind.verifyFaceEvidence(changed)).ok]).toEqual([
      false,
      true,
    ]);
    const lax = await mutantInside<{ faceEvidence: typeof faceEvidence }>(
      'face/evidence/file.ts',
      'evidence/line.ts',
      ['if (again !== line)', 'if (again === null)'],
    );
    expect(lax.faceEvidence.read(`${line} `)).toHaveProperty('record');
    expect(faceEvidence.read(`${line} `)).toHaveProperty('problem');
    const other = signedAgain(line, ({ capture }) => Object.assign(capture, { chain: recordDigest('x') }));
    const unchained = await mutant<Verify>('face/evidence/verify.ts', [
      'if (chain !== capture.chain)',
      'if (chain === null)',
    ]);
    expect([(await verifyFaceEvidence(other)).ok, (await unchained.verifyFaceEvidence(other)).ok]).toEqual([
      false,
      true,
    ]);
  });
});
