import pg from 'pg';
import { commitFresh } from './rows.ts';

/**
 * The bare transaction: commits per second on `BENCH_CONNECTIONS` connections. Each connection waits for
 * its own commit.
 */
const sizes = JSON.parse(process.env.BENCH_SIZES!);
const org = process.env.BENCH_ORG!;
const until = performance.now() + Number(process.env.BENCH_MS);
const clients = await Promise.all(
  Array.from({ length: Number(process.env.BENCH_CONNECTIONS) }, async () => {
    const client = new pg.Client(JSON.parse(process.env.BENCH_DATABASE!));
    await client.connect();
    await commitFresh(client, org, sizes);
    return client;
  }),
);
const began = performance.now();
let commits = 0;
await Promise.all(
  clients.map(async (client) => {
    for (; performance.now() < until; commits++) await commitFresh(client, org, sizes);
  }),
);
const per_s = (commits / (performance.now() - began)) * 1000;
await Promise.all(clients.map((client) => client.end()));
process.send?.({ per_s });
