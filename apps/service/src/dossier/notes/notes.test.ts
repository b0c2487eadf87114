import { record } from '@standpoint/contract';
import { beforeAll, expect, it } from 'vitest';
import { mintToken, verifyOnce } from '../../../testing/attacks.ts';
import { sharedService, testOrganization } from '../../../testing/hooks.ts';
import { type Browser, signedIn } from '../../../testing/people.ts';

const service = sharedService();
const org = testOrganization(service);
let analyst: Browser;
let reviewer: Browser;
let auditor: Browser;
const WORDS = 'Third border case from this street this week.';

const decided = async (customer_id: string): Promise<string> =>
  (await verifyOnce(service, await mintToken(service, org, customer_id))).data.verification_id;
const path = (id: string, rest = 'notes') => `/dashboard/api/${org.org}/production/records/${id}/${rest}`;
const rows = async (id: string) =>
  (await service.database.pool.query('SELECT * FROM record_note WHERE record_id = $1', [id])).rows;

beforeAll(async () => {
  analyst = await signedIn(service, org.org, 'analyst');
  reviewer = await signedIn(service, org.org, 'reviewer');
  auditor = await signedIn(service, org.org, 'auditor');
});

it('keeps notes and tags sealed, shows them to the team, and writes who wrote them to the audit log', async () => {
  const id = await decided(`noted-${Math.random()}`);
  const added = await analyst.call({ path: path(id), body: { text: WORDS } });
  expect(added.data, added.text).toMatchObject({
    notes: [{ text: WORDS, mine: true }],
    tags: [],
    open: true,
  });
  await reviewer.call({
    method: 'PUT',
    path: path(id, 'tags'),
    body: { tags: ['border', 'again', 'border'] },
  });
  const seen = await auditor.call({ path: path(id) });
  expect(seen.data).toMatchObject({ notes: [{ text: WORDS, mine: false }], tags: ['again', 'border'] });
  expect(JSON.stringify(await rows(id)).includes(Buffer.from(WORDS).toString('base64'))).toBe(false);
  const timeline = await auditor.call({ path: path(id, 'timeline') });
  const names = timeline.data.steps.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['decided', 'record.note_added', 'record.tags_set']));
});

it('lets only those who wrote a note take it back', async () => {
  const id = await decided(`taken-back-${Math.random()}`);
  const { data } = await analyst.call({ path: path(id), body: { text: WORDS } });
  const note = `${path(id)}/${data.notes[0].note_id}`;
  expect((await reviewer.call({ method: 'DELETE', path: note })).status).toBe(404);
  // Of another record, although the note exists.
  const other = await decided(`taken-back-${Math.random()}`);
  expect(
    (await analyst.call({ method: 'DELETE', path: `${path(other)}/${data.notes[0].note_id}` })).status,
  ).toBe(404);
  expect((await analyst.call({ method: 'DELETE', path: note })).data.notes).toEqual([]);
});

it('erases them with the person, and takes none afterwards', async () => {
  const customer = `erased-${Math.random()}`;
  const id = await decided(customer);
  await analyst.call({ path: path(id), body: { text: WORDS } });
  await analyst.call({ method: 'PUT', path: path(id, 'tags'), body: { tags: ['border'] } });
  expect(await rows(id)).toHaveLength(2);
  const exported: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const path = `/customers/${customer}/export${query}`;
    const page = await service.call({ path, token: org.results.production });
    exported.push(page.text);
    cursor = page.data.next_cursor as string | null;
  }
  expect(exported.join()).toContain(WORDS);
  await service.call({ method: 'DELETE', path: `/customers/${customer}`, token: org.results.production });
  expect(await rows(id)).toHaveLength(0);
  expect((await analyst.call({ path: path(id) })).data).toEqual({ notes: [], tags: [], open: false });
  expect((await analyst.call({ path: path(id), body: { text: WORDS } })).status).toBe(404);
  expect(await rows(id)).toHaveLength(0);
});

it('takes simultaneous writes one after the other: one set of tags, never more notes than the most', async () => {
  const id = await decided(`busy-${Math.random()}`);
  const sets = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      analyst.call({ method: 'PUT', path: path(id, 'tags'), body: { tags: [`t${i}`] } }),
    ),
  );
  expect(sets.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await rows(id)).toHaveLength(1);
  const add = () => analyst.call({ path: path(id), body: { text: WORDS } });
  const statuses: number[] = [];
  for (let i = 0; i < record.NOTES_MOST + 8; i += 12)
    statuses.push(...(await Promise.all(Array.from({ length: 12 }, add))).map(({ status }) => status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(record.NOTES_MOST);
  expect(statuses.filter((status) => status === 400)).toHaveLength(statuses.length - record.NOTES_MOST);
  expect(await rows(id)).toHaveLength(record.NOTES_MOST + 1);
});

it('opens no note that was moved to another record', async () => {
  const customer = `moved-${Math.random()}`;
  const [one, two] = [await decided(customer), await decided(customer)];
  await analyst.call({ path: path(one), body: { text: WORDS } });
  await service.database.owner.query('UPDATE record_note SET record_id = $1 WHERE record_id = $2', [
    two,
    one,
  ]);
  expect((await analyst.call({ path: path(two) })).status).toBe(500);
});

it('refuses text and tags that do not fit, and records of others', async () => {
  const id = await decided(`refused-${Math.random()}`);
  for (const text of ['', '   ', 'a'.repeat(2_001), 'a\u0000b'])
    expect((await analyst.call({ path: path(id), body: { text } })).status).toBe(400);
  for (const tags of [['A b'], [''], Array.from({ length: 21 }, (_, i) => `t${i}`)])
    expect((await analyst.call({ method: 'PUT', path: path(id, 'tags'), body: { tags } })).status).toBe(400);
  const stranger = await signedIn(service, (await service.organization()).org, 'owner');
  expect((await stranger.call({ path: path(id) })).status).toBe(404);
});
