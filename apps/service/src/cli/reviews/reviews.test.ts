import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReviewBody } from '@standpoint/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standpoint } from '../../../testing/command.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { mutantInside } from '../../../testing/mutant.ts';
import { APPROVE, review, reviewPolicy, verified } from '../../../testing/reviews.ts';
import { recordDigest } from '../../evidence/signature.ts';
import { exportEvidence, storedEvidence } from '../../geolocation/evidence/stored.ts';
import { reviewedLine, verifyReview } from '../../reviews/verify.ts';
import { publicSigningKey } from '../../tokens/check-evidence.ts';

const scratch = mkdtempSync(join(tmpdir(), 'standpoint-reviews-'));
const file = (name: string) => join(scratch, name);
const service = testService({ unlimited: true });
const org = testOrganization(service);
const run = (args: string[]) => standpoint(args, service.variables);
/** A verification of the sandbox that waits for a review; `payout` wants four eyes. */
const waiting = async (type: string): Promise<string> =>
  (await verified(service, org, 'test_review_border', { env: 'sandbox', type })).verification_id;
const decide = (id: string, outcome: string, ...more: string[]) =>
  run(['reviews', 'decide', id, '--outcome', outcome, '--reason', 'it looks right', ...more]);
const answered = (id: string, ...answers: Partial<ReviewBody>[]) =>
  answers.reduce(
    (before, answer) =>
      before.then(() => review(service, org.results.sandbox, id, { ...APPROVE, ...answer })),
    Promise.resolve<unknown>(null),
  );

/** The exported evidence of one verification, as lines. */
async function exported(verification_id: string): Promise<string[]> {
  for await (const [row] of storedEvidence(service.deps, { org: org.org, env: 'sandbox', verification_id }))
    return exportEvidence(service.deps, row!)!.map((line) => JSON.stringify(line));
  throw new Error(`no ${verification_id}`);
}

async function checked(lines: readonly string[], ...more: string[]) {
  const name = file('checked.json');
  writeFileSync(name, `${lines.join('\n')}\n`);
  return run(['evidence', 'verify', name, ...more]);
}

beforeAll(() => reviewPolicy(service, org, 'payout', { review: { four_eyes: true } }));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('the commands', () => {
  it('list what waits, and decide it by the id of the verification or of the review', async () => {
    const [one, other] = [await waiting('login'), await waiting('login')];
    const listed = (await run(['reviews', 'list', '--area', 'geolocation', '--json'])).json.reviews;
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([one, other]);
    expect((await run(['reviews', 'list'])).stdout).toMatch(/^ID +DUE[\s\S]*ver_.*border_uncertain/);
    const done = await decide(one, 'approve', '--reviewer', 'ann', '--note', 'called them', '--json');
    expect(done.json).toMatchObject({ decision: 'pass', review: { reviewers: [{ reviewer: 'ann' }] } });
    const told = await decide(listed[1].review_id, 'decline');
    expect([told.code, told.stdout]).toEqual([0, `${listed[1].review_id}: fail.\n`]);
    expect((await run(['reviews', 'list'])).stdout).toMatch(/No review waits/);
  });

  it.each([
    [['reviews', 'decide'], 2],
    [['reviews', 'decide', 'ver_01JD0000000000000000000000'], 2],
    [['reviews', 'decide', 'ver_1', '--outcome', 'maybe', '--reason', 'x'], 2],
    [['reviews', 'decide', 'x', '--outcome', 'approve', '--reason', 'x'], 2],
    [['reviews', 'decide', 'ver_01JD0000000000000000000000', '--outcome', 'approve', '--reason', ''], 1],
    [['reviews', 'decide', 'ver_01JD0000000000000000000000', '--outcome', 'approve', '--reason', 'x'], 1],
    [['reviews', 'decide', 'rev_01JD0000000000000000000000', '--outcome', 'approve', '--reason', 'x'], 1],
    [['reviews', 'list', '--due', 'soon'], 1],
  ])('refuse %j', async (args, code) => {
    const refused = await run(args);
    expect([refused.code, refused.stderr.length > 10], refused.stderr).toEqual([code, true]);
  });

  it('say that a second reviewer must answer', async () => {
    const first = await decide(await waiting('payout'), 'approve');
    expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(/second reviewer must answer/)]);
  });

  it('refuse a second decision with exit code 1', async () => {
    const id = await waiting('login');
    await answered(id, {});
    const again = await decide(id, 'approve', '--json');
    expect([again.code, again.stdout + again.stderr]).toEqual([1, expect.stringMatching(/already/)]);
  });
});

describe('exported evidence of a review', () => {
  let id: string;
  let lines: string[];

  beforeAll(async () => {
    id = await waiting('payout');
    await answered(id, { note: 'personal' });
    // While the second answer is awaited, nothing of the review leaves.
    expect(await exported(id)).toHaveLength(1);
    await answered(id, { reviewer: 'bob' });
    lines = await exported(id);
  });

  it('is not believed when another key signed the answers, once the keys are pinned', async () => {
    const pinned = service.deps.keys.of('sandbox').jwks.keys.flatMap((jwk) => publicSigningKey(jwk) ?? []);
    const [record, ...answers] = lines as [string, ...string[]];
    const line = reviewedLine(record, 'review');
    expect((await verifyReview(line, answers, pinned))?.outcome).toBe('valid');
    const others = service.deps.keys.of('production').jwks.keys.flatMap((jwk) => publicSigningKey(jwk) ?? []);
    expect((await verifyReview(line, answers, others))?.outcome).toBe('unknown_key');
  });

  const holds = async (changed: readonly string[]) => {
    const [record, ...answers] = changed as [string, ...string[]];
    return (await verifyReview(reviewedLine(record, 'review'), answers, null))?.outcome;
  };

  it('has one line for each answer, and holds offline', async () => {
    expect(lines).toHaveLength(3);
    const name = file('exported.json');
    expect((await run(['verifications', 'export', id, '--file', name])).code).toBe(0);
    expect(readFileSync(name, 'utf8')).toBe(`${lines.join('\n')}\n`);
    const done = await checked(lines, '--json');
    expect(done.code, done.stdout).toBe(0);
    expect(done.json).toMatchObject({
      ok: true,
      verification_id: id,
      decision: { recorded: 'review' },
      review: {
        outcome: 'valid',
        decision: 'pass',
        key: 'from_bundle',
        kids: [expect.any(String), expect.any(String)],
        reviewers: [
          { reviewer: 'ann', outcome: 'approve', reason: APPROVE.reason },
          { reviewer: 'bob', outcome: 'approve' },
        ],
      },
    });
    expect(lines.join('')).not.toContain('personal');
    expect((await checked(lines)).stdout).toMatch(/review +valid: pass, rev_[\s\S]*approve by ann on/);
  });

  it('fails when an answer was removed, added, swapped or moved to another record', async () => {
    const other = await waiting('payout');
    await answered(other, {}, { reviewer: 'bob', outcome: 'decline' });
    const [moved] = await exported(other);
    const marked = (line: string) => JSON.parse(line).review as string;
    const [record, first, second] = lines as [string, string, string];
    const unmarked = record.replace(`"review":"${marked(record)}",`, '');
    for (const [name, changed] of Object.entries({
      'both answers are missing': [record],
      'the second is missing': [record, first],
      'the first is missing': [record, second],
      swapped: [record, second, first],
      twice: [record, first, second, second],
      'after another record': [moved!, first, second],
      'after another record that names it': [moved!.replace(marked(moved!), marked(record)), first, second],
      'the mark was removed': [unmarked, first, second],
    }))
      expect(await holds(changed), name).toMatch(/^(missing|invalid)$/);
    for (const changed of [
      [record, first],
      [first, second, record],
    ])
      expect((await checked(changed, '--json')).code).toBe(1);
    const careless = await mutantInside<{ verifyReview: typeof verifyReview }>(
      'reviews/verify.ts',
      'reviews/answers.ts',
      [`return 'an answer is about another record';`, '{}'],
    );
    const named = moved!.replace(marked(moved!), marked(record));
    const carried = await careless.verifyReview(reviewedLine(named, 'review'), [first, second], null);
    expect(carried?.outcome, 'mutation control').toBe('valid');
    // What is left without the mark is the decision of the machine, which was `review`.
    const bare = await checked([unmarked]);
    expect([bare.code, bare.stdout]).toEqual([0, expect.stringMatching(/none in this file: .*`review`/)]);
  });

  it('fails when any field of an answer was edited, also where the line was made to agree', async () => {
    expect(await holds(lines)).toBe('valid');
    const said = JSON.parse(JSON.parse(lines[2]!).record);
    expect(Object.keys(said)).toHaveLength(20);
    for (const [name, value] of Object.entries(said)) {
      const other = typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : `${value}x`;
      const outer = JSON.parse(lines[2]!);
      const record = JSON.stringify({ ...said, [name]: other });
      for (const whole of [outer, { ...outer, ...(name in outer && { [name]: other }) }]) {
        const edited = [lines[0]!, lines[1]!, JSON.stringify({ ...whole, record })];
        expect(await holds(edited), name).toBe('invalid');
      }
    }
    for (const name of Object.keys(JSON.parse(lines[2]!))) {
      const outer = { ...JSON.parse(lines[2]!), [name]: null };
      expect(await holds([lines[0]!, lines[1]!, JSON.stringify(outer)]), name).not.toBe('valid');
    }
  });

  it('fails when the digest in a signature was changed to fit an edited answer', async () => {
    const outer = JSON.parse(lines[2]!);
    const record = outer.record.replace('"reviewer":"bob"', '"reviewer":"eve"');
    const [head, claims, bytes] = outer.signature.split('.');
    const fitted = {
      ...JSON.parse(Buffer.from(claims, 'base64url').toString()),
      sha256: recordDigest(record),
    };
    const signature = `${head}.${Buffer.from(JSON.stringify(fitted)).toString('base64url')}.${bytes}`;
    const edited = JSON.stringify({ ...outer, record, signature });
    expect(await holds([lines[0]!, lines[1]!, edited])).toBe('invalid');
  });
});
