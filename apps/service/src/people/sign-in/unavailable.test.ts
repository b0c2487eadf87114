import pino from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { testService } from '../../../testing/hooks.ts';
import { AUTH, browserOf, cookiesOf, PASSWORD, PEOPLE_PLUGINS } from '../../../testing/people.ts';
import { createPerson } from '../accounts.ts';

const lines: { level: number; err?: { message: string } }[] = [];
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
const service = testService({ plugins: () => PEOPLE_PLUGINS, log });
const email = 'una@people.example';

beforeAll(async () => {
  const { db } = service.database;
  await createPerson(db, service.deps.people, { name: 'Una', email, password: PASSWORD });
});

const signIn = () =>
  browserOf(service).call({ path: `${AUTH}/sign-in/email`, body: { email, password: PASSWORD } });

it('says that the service is not available when the database goes away during a sign-in', async () => {
  const { owner } = service.database;
  // What PostgreSQL says while it shuts down.
  await owner.query(`CREATE FUNCTION goes_away() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'terminating connection' USING ERRCODE = '57P01'; END $$`);
  await owner.query('CREATE TRIGGER away BEFORE INSERT ON person_session EXECUTE FUNCTION goes_away()');
  const refused = await signIn();
  expect([refused.status, refused.data.error.code]).toEqual([503, 'unavailable']);
  expect(refused.headers['retry-after']).toBe('1');
  await owner.query('DROP TRIGGER away ON person_session');
  expect((await signIn()).status).toBe(200);
});

it('says the same when a session cannot be read, logs why, and knows the person again afterwards', async () => {
  const { owner } = service.database;
  const browser = browserOf(service, cookiesOf(await signIn()));
  const me = () => browser.call({ path: '/dashboard/api/me' });
  await owner.query('ALTER TABLE person_session RENAME TO person_session_away');
  const unread = await me();
  expect([unread.status, unread.data.error.code]).toEqual([503, 'unavailable']);
  const told = lines.map(({ err }) => err?.message);
  expect(told).toContainEqual(expect.stringContaining('"person_session" does not exist'));
  await owner.query('ALTER TABLE person_session_away RENAME TO person_session');
  expect((await me()).status).toBe(200);
});

it('says when to try again where an attempt cannot be counted, and checks no password', async () => {
  const { owner } = service.database;
  await owner.query('ALTER TABLE guess_bucket RENAME TO guess_bucket_away');
  const refused = await signIn();
  await owner.query('ALTER TABLE guess_bucket_away RENAME TO guess_bucket');
  expect([refused.status, refused.data.error.code]).toEqual([503, 'unavailable']);
  expect([refused.headers['retry-after'], refused.data.error.retry_after_s]).toEqual(['1', 1]);
});
