import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SCOPES } from '@standpoint/contract';
import { scrub } from '../../apps/service/src/customers/scrub.ts';
import { templatesOf } from '../../apps/service/src/face/templates/records.ts';
import { openVector } from '../../apps/service/src/face/templates/sealed.ts';
import { keyFor } from '../../apps/service/src/privacy/customers.ts';
import { removeDataDir, temporaryDataDir } from '../../apps/service/testing/cluster-folder.ts';
import { standpoint } from '../../apps/service/testing/command.ts';
import { call, inParallel } from '../calls.ts';
import { newOrganization, type ProofOrganization } from '../organization.ts';
import { CLASSES, type Person } from './canaries.ts';
import { copy, proveCopies, rootOf } from './copies.ts';
import { putThrough } from './people.ts';
import { nothingLeft, type Say, searchWorks, tell } from './report.ts';
import { sealedRecords, wrappedKeys } from './sealed.ts';
import { openSearch, type Wanted } from './search.ts';
import { during, enrolling, type Stage } from './stage.ts';

const WIDTH = 12;
const ERASERS = 16;
const TRIES = 10;

async function makePeople(stage: Stage, organization: ProofOrganization, count: number, say: Say) {
  const workflow_id = await enrolling(stage, organization.org);
  const people: Person[] = [];
  const began = performance.now();
  await inParallel(count, WIDTH, async () => {
    people.push(await putThrough(stage, organization, workflow_id));
    if (people.length % Math.max(100, count / 5) === 0) say(`${people.length} people have passed both areas`);
  });
  say(`${count} people in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  return people;
}

/** What the search needs to know of the people before they are erased. */
async function wantedOf({ service: { deps }, prints }: Stage, people: readonly Person[]): Promise<Wanted> {
  const keys = await wrappedKeys(deps);
  const records = await sealedRecords(deps, rootOf(deps.config.data_dir), keys);
  const vectors: Float32Array[] = [];
  for (const { key_id, context } of keys) {
    const [org, env, customer_hash] = context.split('|') as [string, 'production', string];
    const who = { org, env, customer_hash };
    const key = keyFor(who, (await deps.data_keys.open(key_id))!);
    for (const row of await templatesOf(deps.database.db, who)) vectors.push(openVector(key, row));
  }
  return { people, vectors, keys, records, prints };
}

/** What an operator can have written out: after the erasures nothing of a person is left to write. */
async function exported({ variables, service }: Stage, people: readonly Person[]): Promise<void> {
  const folder = join(service.deps.config.data_dir, 'exports');
  mkdirSync(folder, { recursive: true });
  const [first] = people as [Person];
  const file = (name: string) => ['--file', join(folder, name)];
  const env = ['--env', 'production'];
  const from = ['--from', '2026-01-01T00:00:00Z'];
  for (const args of [
    ['verifications', 'export', ...from, ...env, ...file('verifications.jsonl')],
    ['sessions', 'export', first.session_id, ...env, ...file('session.jsonl')],
    ['erasures', 'export', '--out', join(folder, 'erasures.jsonl')],
  ])
    await standpoint(args, variables);
}

async function eraseAll(
  stage: Stage,
  { results_key }: ProofOrganization,
  people: readonly Person[],
  say: Say,
) {
  const wrong: string[] = [];
  const began = performance.now();
  let done = 0;
  let again = 0;
  await inParallel(people.length, ERASERS, async (index) => {
    const path = `/customers/${people[index]!.customer_id}`;
    const erase = () => call(stage.url, { method: 'DELETE', path, token: results_key });
    let answer = await erase();
    // As a backend does: the machine may be too busy for as many at once.
    for (let tries = 0; answer.status === 503 && tries < TRIES; tries++, again++) answer = await erase();
    if (answer.status !== 200 || !answer.data.receipt) wrong.push(`erasure: ${answer.status} ${answer.code}`);
    if (++done % Math.max(100, people.length / 5) === 0) say(`${done} erased`);
  });
  const { deps } = stage.service;
  await scrub(deps);
  const { rows } = await deps.database.pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM erasure WHERE scrubbed_at IS NULL',
  );
  if (rows[0]!.n > 0) wrong.push(`${rows[0]!.n} erasures were not scrubbed`);
  if (again > 0) say(`${again} erasures had to be asked for again (503)`);
  say(`${people.length} erasures in ${((performance.now() - began) / 1_000).toFixed(0)} s, scrubbed`);
  return wrong;
}

/** Puts people in, erases them, and searches every byte that is left. */
export async function proveErasure(count: number, say: Say): Promise<string[]> {
  const folders: string[] = [];
  const keep = (folder: string) => folders[folders.push(folder) - 1]!;
  try {
    const data_dir = keep(temporaryDataDir());
    const { organization, people, wanted } = await during(data_dir, async (stage) => {
      const organization = await newOrganization(stage.service.deps.database, [...SCOPES]);
      const people = await makePeople(stage, organization, count, say);
      const wanted = await wantedOf(stage, people);
      await exported(stage, people);
      return { organization, people, wanted };
    });
    const before = keep(copy(data_dir));
    rmSync(join(data_dir, 'exports'), { recursive: true });
    const search = openSearch(wanted);
    const control = search(before, rootOf(before));
    say(`looked for: ${CLASSES.map((name) => `${control.canaries.get(name)} × ${name}`).join(', ')}`);
    say(`            ${wanted.keys.length} wrapped keys, ${wanted.records.length} sealed records`);
    tell('control, the copy from before', control, say);
    const wrong = await during(data_dir, async (stage) => {
      const wrong = await eraseAll(stage, organization, people, say);
      await exported(stage, people);
      return wrong;
    });
    const left = search(data_dir, rootOf(data_dir));
    tell('after the erasures', left, say);
    wrong.push(...searchWorks(control, count), ...nothingLeft('after the erasures', left));
    return [...wrong, ...(await proveCopies({ before, after: data_dir }, search, organization, people, say))];
  } finally {
    for (const folder of folders) await removeDataDir(folder);
  }
}
