import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportRecord, Role } from '@standpoint/contract';
import { EXPORT_KINDS } from '@standpoint/contract';
import { beforeAll, expect, it } from 'vitest';
import { standpoint } from '../../testing/command.ts';
import { sharedService, testOrganization } from '../../testing/hooks.ts';
import { mutant, mutantInside } from '../../testing/mutant.ts';
import { signedIn } from '../../testing/people.ts';
import { A, B, canariesOf, type Planted, plantCanaries } from '../../testing/portable/canaries.ts';
import type { SESSION } from './face.ts';
import type { FRAME } from './frames.ts';

const service = sharedService();
const org = testOrganization(service);
const query = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

let planted: Record<string, Planted>;
beforeAll(async () => {
  planted = await plantCanaries(service, org);
});
const canaries = (who: string) => canariesOf(who, planted[who]!);

const subject = (who: string) =>
  ({
    org: org.org,
    env: 'production',
    customer_id: who,
    customer_hash: service.hash(org.org, who),
    pictures: true,
  }) as const;

async function pages(who: string, limit: number): Promise<ExportRecord[]> {
  const records: ExportRecord[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path = `/customers/${who}/export?limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const answer = await service.call({ path, token: org.results.production });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data).toMatchObject({ customer_id: who, livemode: true });
    records.push(...answer.data.records);
    cursor = answer.data.next_cursor;
  }
  return records;
}

it.each([
  [A, B],
  [B, A],
])('of %s has everything that is stored about the person, and nothing of the other', async (who, other) => {
  const records = await pages(who, 100);
  const text = JSON.stringify(records);
  expect(canaries(who).filter((canary) => !text.includes(canary))).toEqual([]);
  expect(canaries(other).filter((canary) => canary !== '2021-01-01' && text.includes(canary))).toEqual([]);
  expect(text).not.toContain(other);
  expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(EXPORT_KINDS));
  const [session] = records.filter(({ kind }) => kind === 'session');
  expect(session!.data).toMatchObject({ others_look_alike: 1, consent: { accepted: true } });
  expect(session!.data).not.toHaveProperty('duplicates');
  const home = records.filter(({ kind }) => kind === 'household');
  expect(home.map(({ data }) => [data.install_id, data.others])).toEqual([['home', true]]);
});

it('brings the same records, each once, in pages of any length', async () => {
  const whole = await pages(A, 100);
  for (const limit of [1, 3]) expect(await pages(A, limit)).toEqual(whole);
});

it('mutation control: a session that is passed on as the reviewer sees it names the other person', async () => {
  const { SESSION: open } = await mutantInside<{ SESSION: typeof SESSION }>(
    'portable/face.ts',
    'portable/location.ts',
    [
      'return { ...rest, answers: reviewers.map(({ reviewer: _, ...answer }) => answer) };',
      'return { ...rest, reviewers } as never;',
    ],
  );
  const who = subject(A);
  expect(JSON.stringify(await open.read(service.deps, who, '', 10))).toContain(B);
});

async function exportedBy(role: Role): Promise<ExportRecord[]> {
  const person = await signedIn(service, org.org, role);
  const records: ExportRecord[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor && `?cursor=${encodeURIComponent(cursor)}`;
    const path = `/dashboard/api/${org.org}/production/customers/${A}/export${query}`;
    const answer = await person.call({ path });
    expect(answer.status, answer.text).toBe(200);
    records.push(...answer.data.records);
    cursor = answer.data.next_cursor;
  }
  return records;
}
const framesOf = (records: readonly ExportRecord[]) => records.filter(({ kind }) => kind === 'frame');
const takenPictures = async (): Promise<{ actor: string }[]> =>
  query(`SELECT actor FROM audit WHERE action = 'face.frames_exported' AND target = $1`, [
    planted[A]!.session_id,
  ]);

it.each(['analyst', 'auditor'] as const)('gives an %s no picture, and says so in its place', async (role) => {
  const before = await takenPictures();
  const records = await exportedBy(role);
  expect(planted[A]!.pictures.filter((picture) => JSON.stringify(records).includes(picture))).toEqual([]);
  const frames = framesOf(records);
  expect(frames).toHaveLength(8);
  for (const { data } of frames)
    expect(data).toMatchObject({ image_base64: null, image_left_out: expect.stringContaining('owner') });
  expect(await takenPictures()).toEqual(before);
  // All else is there.
  expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(EXPORT_KINDS));
});

it.each(['owner', 'admin'] as const)(
  'gives an %s the pictures, and the session’s timeline says so',
  async (role) => {
    const before = (await takenPictures()).length;
    const frames = framesOf(await exportedBy(role));
    expect(planted[A]!.pictures.every((picture) => JSON.stringify(frames).includes(picture))).toBe(true);
    expect(frames[0]!.data).not.toHaveProperty('image_left_out');
    expect((await takenPictures()).length).toBeGreaterThan(before);
    const auditor = await signedIn(service, org.org, 'auditor');
    const path = `/dashboard/api/${org.org}/production/records/${planted[A]!.session_id}/timeline`;
    const { steps } = (await auditor.call({ path })).data;
    expect(steps.map(({ name }: { name: string }) => name)).toContain('face.frames_exported');
  },
);

it('mutation control: without the question who asks, pictures leave with the export of every role', async () => {
  const { FRAME: open } = await mutant<{ FRAME: typeof FRAME }>('portable/frames.ts', [
    'rows.length > 0 && who.pictures &&',
    'rows.length > 0 &&',
  ]);
  const frames = await open.read(service.deps, { ...subject(A), pictures: false }, '', 4);
  expect(JSON.stringify(frames)).toContain(planted[A]!.pictures[0]);
});

it('is audited page by page, without the name of the customer', async () => {
  const before = await query(`SELECT count(*)::int AS n FROM audit WHERE action = 'customer.exported'`);
  await pages(A, 100);
  const entries = await query(
    `SELECT detail, audit::text AS row FROM audit WHERE action = 'customer.exported' ORDER BY at, audit_id`,
  );
  const fresh = entries.slice(before[0].n);
  expect(fresh.at(-1)!.detail.last).toBe(true);
  const frames = fresh.map(({ detail }) => detail.records.frame ?? 0);
  expect(frames.reduce((sum, count) => sum + count, 0)).toBe(8);
  expect(fresh.map(({ row }) => row).join()).not.toContain(A);
});

it('of an unknown customer, or of another organization, is 404; a made-up cursor is refused', async () => {
  const token = org.results.production;
  expect((await service.call({ path: '/customers/stranger/export', token })).code).toBe('not_found');
  const stranger = await service.organization('Stranger');
  const elsewhere = await service.call({
    path: `/customers/${A}/export`,
    token: stranger.results.production,
  });
  expect(elsewhere.code).toBe('not_found');
  const sandbox = await service.call({ path: `/customers/${A}/export`, token: org.results.sandbox });
  expect(sandbox.code).toBe('not_found');
  const cursor = await service.call({ path: `/customers/${A}/export?cursor=face~x`, token });
  expect(cursor.code).toBe('invalid_request');
});

it('is written by the command line as lines of JSON, into a file that only its owner reads', async () => {
  const out = join(service.config.data_dir, 'export.ndjson');
  const args = ['--org', org.org, '--env', 'production'];
  const written = await standpoint(
    ['customers', 'export', A, '--out', out, ...args, '--json'],
    service.variables,
  );
  expect(written.code, written.stderr).toBe(0);
  const [head, ...records] = readFileSync(out, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(head).toMatchObject({ customer_id: A, livemode: true });
  expect(records).toEqual(await pages(A, 100));
  expect(statSync(out).mode & 0o777).toBe(0o600);
  expect(written.json.records).toMatchObject({ verification: 2, session: 1, frame: 8 });
  const said = await standpoint(['customers', 'export', A, ...args], service.variables);
  expect(said.stdout.trimEnd().split('\n')).toHaveLength(records.length + 1);
  const unknown = await standpoint(['customers', 'export', 'stranger', ...args], service.variables);
  expect([unknown.code, unknown.stdout]).toEqual([1, '']);
});
