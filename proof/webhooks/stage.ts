import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { EVENTS } from '@standpoint/contract';
import { createOrganization } from '../../apps/service/src/accounts/organizations.ts';
import { connect, type Database } from '../../apps/service/src/database/connect.ts';
import { openEmbedded } from '../../apps/service/src/database/embedded/embedded.ts';
import { migrate } from '../../apps/service/src/database/migrate.ts';
import { record } from '../../apps/service/src/events/outbox.ts';
import { newId } from '../../apps/service/src/ids.ts';
import { openEnvelope } from '../../apps/service/src/privacy/envelope.ts';
import { newSecret, sealSecrets } from '../../apps/service/src/webhooks/secrets.ts';
import { removeDataDir, temporaryDataDir } from '../../apps/service/testing/cluster-folder.ts';
import { ready } from '../processes.ts';
import type { FastClock, WorkerSettings } from './settings.ts';

const ENTRY = fileURLToPath(new URL('worker.ts', import.meta.url));
const quiet = { info() {}, warn() {}, error() {} };
const TYPE = 'key.misused';

/** A database with one organization, endpoints, worker processes, and a receiver. */
export interface WebhookStage {
  database: Database;
  /** Adds an endpoint, and returns its secret. */
  endpoint(url: string): Promise<string>;
  worker(): Promise<ChildProcess>;
  /** Stores an event, and returns its id. */
  tell(): Promise<string>;
  close(): Promise<void>;
}

/** `speed`: how many times as fast the schedule runs. */
export async function openStage(speed: number): Promise<WebhookStage> {
  const data_dir = temporaryDataDir(process.env.TMPDIR ?? '/tmp');
  const embedded = await openEmbedded({ data_dir, log: quiet });
  const owner = { connection: embedded.owner };
  const database = connect({ connection: embedded.connection, owner, log: quiet, max: 8 });
  await migrate(database.owner, { grant_to: await database.service_role() });
  const { org } = await createOrganization(database.db, 'Proof');
  const root_key = randomBytes(32);
  const clock: FastClock = { began_ms: Date.now(), speed };
  const crew = openCrew({
    connection: embedded.connection,
    root_key: root_key.toString('base64'),
    clock,
  });
  return {
    database,
    endpoint: (url) => addEndpoint(database, root_key, org, url),
    worker: crew.worker,
    tell: () => record(database.db, { org, env: 'production', type: TYPE, data: EVENTS[TYPE].fixture }),
    async close() {
      await crew.close();
      await database.close();
      await embedded.leave();
      await removeDataDir(data_dir);
    },
  };
}

async function addEndpoint({ db }: Database, root_key: Buffer, org: string, url: string): Promise<string> {
  const name = { org, env: 'production' as const, webhook_id: newId('webhook') };
  const current = newSecret('hmac');
  const secrets_sealed = sealSecrets(openEnvelope(root_key), name, { current, previous: [] });
  const rest = { types: [], signature: 'hmac' as const, coordinates: false, created_at: new Date() };
  await db
    .insertInto('webhook')
    .values({ ...name, url, secrets_sealed, ...rest })
    .execute();
  return current;
}

/** Worker processes that deliver. */
function openCrew(settings: WorkerSettings) {
  const workers = new Set<ChildProcess>();
  return {
    async worker(): Promise<ChildProcess> {
      const env = { PATH: process.env.PATH!, PROOF_WORKER: JSON.stringify(settings) };
      const child = spawn(process.execPath, [ENTRY], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      workers.add(child.on('exit', () => workers.delete(child)));
      await ready(child);
      return child;
    },
    async close(): Promise<void> {
      const gone = [...workers].map((child) => once(child, 'exit'));
      for (const child of workers) child.kill('SIGTERM');
      await Promise.all(gone);
    },
  };
}

/** A receiver on loopback; `answer` gets each whole call. */
export async function openReceiver(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => void,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    // A killed worker breaks off.
    const whole = await request
      .forEach((chunk: Buffer) => void chunks.push(chunk))
      .then(
        () => true,
        () => false,
      );
    if (whole) answer(request, Buffer.concat(chunks).toString(), response);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Does `work` `times` times at `per_s` a second, however long each takes. */
export async function atRate(
  times: number,
  per_s: number,
  work: (nth: number) => Promise<void>,
): Promise<void> {
  const began = performance.now();
  const all: Promise<void>[] = [];
  for (let nth = 0; nth < times; nth++) {
    const wait = began + (nth * 1_000) / per_s - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    all.push(work(nth));
  }
  await Promise.all(all);
}

/** The value below which `share` of the numbers lie; 0 of none. */
export function quantile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
