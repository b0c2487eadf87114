import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { verified } from '../../testing/reviews.ts';
import { bundleBytes, openBundle } from '../geolocation/evidence/bundle.ts';
import { recordText, signRecord } from '../geolocation/evidence/record.ts';
import { bundleAad } from '../geolocation/records/sealed.ts';
import { newId } from '../ids.ts';
import { findKey } from '../privacy/customers.ts';
import { sealBytes } from '../privacy/envelope.ts';
import { dryRun, runRetention } from './run.ts';

const service = testService({ unlimited: true });
const org = testOrganization(service);
const query = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const PATIENT = 600_000;

it(
  'sweeps 100,000 verifications of 10,000 customers, in batches that others can work beside',
  async () => {
    const rows = 100_000;
    const keys: string[] = [];
    while (keys.length < 10_000) keys.push((await service.deps.data_keys.take()).key_id);
    await query(
      `INSERT INTO customer (org, env, customer_hash, key_id, id_sealed, since, created_at)
       SELECT $1, 'production', 'many-' || n - 1, key_id, '', now(), now() - interval '4 years'
         FROM unnest($2::text[]) WITH ORDINALITY k (key_id, n)`,
      [org.org, keys],
    );
    await query(
      `INSERT INTO verification (org, env, verification_id, customer_hash, decision, decision_source, reason_codes,
         transaction_type, engine_version, assurance, expires_at, position_sealed, sealed, created_at)
       SELECT $1, 'production', 'ver_' || lpad(i::text, 26, '0'), 'many-' || i % 10000, 'pass', 'auto', '{}', 't', '1',
              '{}', now(), decode(repeat('ab', 200), 'hex'), decode(repeat(md5(i::text), 100), 'hex'),
              now() - interval '750 days' + i * interval '1 second'
         FROM generate_series(1, $2::int) i`,
      [org.org, rows],
    );
    await query('VACUUM ANALYZE verification');
    const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      const began = performance.now();
      const value = await work();
      console.log(`${what}: ${Math.round(performance.now() - began)} ms`);
      return value;
    };
    const found = await timed('dry run', () => dryRun(service.deps));
    expect(found.evidence).toEqual({ due: rows, held: 0 });
    const { swept } = await timed('evidence, run', () => runRetention(service.deps, 'test'));
    expect(swept.evidence!.rows).toBe(rows);
    console.log(`evidence: ${Math.round(rows / (swept.evidence!.ms / 1_000))} rows/s`);
    await query(`UPDATE verification SET created_at = created_at - interval '1 year'`);
    const second = await timed('decisions, run', () => runRetention(service.deps, 'test'));
    expect(second.swept.decisions!.rows).toBe(rows);
    console.log(`decisions: ${Math.round(rows / (second.swept.decisions!.ms / 1_000))} rows/s`);
    expect(second.swept.customers!.rows).toBe(10_000);
    console.log(`customers: ${Math.round(10_000 / (second.swept.customers!.ms / 1_000))} rows/s`);
    await timed('nothing is due', () => runRetention(service.deps, 'test'));
  },
  PATIENT,
);

/** A customer with so many real verifications: copies of one, each sealed and signed as its own. */
async function customerWith(customer_id: string, count: number): Promise<void> {
  const { deps } = service;
  const { verification_id: first } = await verified(service, org, customer_id);
  const place = { org: org.org, env: 'production' } as const;
  const key = (await findKey(deps.database.db, deps.data_keys, {
    ...place,
    customer_hash: service.hash(org.org, customer_id),
  }))!;
  const [row] = await query('SELECT sealed FROM verification WHERE verification_id = $1', [first]);
  const {
    record,
    input: _,
    decision: _d,
    decision_source: _s,
    signature: _g,
    ...particulars
  } = openBundle(key, row.sealed, bundleAad(place.org, place.env, first));
  const context = { ...place, iss: deps.config.base_url, now: deps.clock.now() };
  for (let made = 1; made < count; ) {
    const ids = Array.from({ length: Math.min(500, count - made) }, () => newId('verification'));
    const sealed = ids.map((id) => {
      const text = recordText({ ...JSON.parse(record), verification_id: id });
      const signature = signRecord(deps.keys, context, id, text);
      return sealBytes(key, bundleBytes(text, signature, particulars), bundleAad(place.org, place.env, id));
    });
    await query(
      `INSERT INTO verification
       SELECT r.* FROM verification v, unnest($2::text[], $3::bytea[]) AS f (id, sealed),
              jsonb_populate_record(v, jsonb_build_object('verification_id', f.id, 'sealed', f.sealed)) r
        WHERE v.verification_id = $1`,
      [first, ids, sealed],
    );
    made += ids.length;
  }
}

/** The objects of JavaScript have no more than this: all that is exported would not fit. */
const HEAP_MB = 192;

/** Exports by the command line in a process of its own. Gives its time and its largest memory. */
async function exported(customer_id: string) {
  const out = join(service.config.data_dir, `${customer_id}.ndjson`);
  const bin = fileURLToPath(new URL('../../bin/standpoint.js', import.meta.url));
  const args = ['customers', 'export', customer_id, '--out', out, '--org', org.org, '--env', 'production'];
  const began = performance.now();
  const child = spawn(process.execPath, [bin, ...args], {
    env: { PATH: process.env.PATH, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`, ...service.variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak_mb = 0;
  const watch = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peak_mb = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024 || peak_mb;
    } catch {}
  }, 20);
  const code = await new Promise((resolve) => child.on('exit', resolve));
  clearInterval(watch);
  expect(code).toBe(0);
  const lines = readFileSync(out, 'utf8').split('\n').length;
  return { s: (performance.now() - began) / 1_000, peak_mb, mb: statSync(out).size / 2 ** 20, lines };
}

it(
  'exports 10,000 verifications through a memory that could not hold them',
  async () => {
    await customerWith('lots', 10_000);
    const { lines, mb, s, peak_mb } = await exported('lots');
    console.log(
      `10,000 verifications, ${Math.round(mb)} MB: ${s.toFixed(1)} s, ${Math.round(peak_mb)} MB of memory`,
    );
    expect(lines).toBeGreaterThan(10_000);
    expect(mb).toBeGreaterThan(HEAP_MB);
  },
  PATIENT,
);
