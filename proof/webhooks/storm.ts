import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { atRate, openReceiver, openStage, quantile, type WebhookStage } from './stage.ts';

const WORKERS = 3;
const KILL_EVERY_MS = 2_000;
const FAILING = 0.3;
/** 75 hours and 35 minutes of delays pass in four and a half minutes. */
const SPEED = 1_000;

interface Told {
  at: number;
  first_at: number | null;
  accepted: number;
  calls: number;
  /** A worker that was killed may have held it. */
  held: boolean;
}

/**
 * Events at 100 a second while a worker is killed (-9) every 2 s and the receiver fails 30 % of the calls.
 * None is lost, each call is signed, and duplicates carry the same id.
 */
export async function proveStorm(events: number, say: (line: string) => void): Promise<string[]> {
  const stage = await openStage(SPEED);
  const told = new Map<string, Told>();
  const early = new Map<string, number[]>();
  const wrong: string[] = [];
  let secret = '';
  const receiver = await openReceiver((request, body, response) => {
    const id = String(request.headers['webhook-id']);
    const at = new Date(Number(request.headers['webhook-timestamp']) * 1_000);
    if (new Webhook(secret).sign(id, at, body) !== request.headers['webhook-signature'])
      wrong.push(`${id} came with a wrong signature`);
    const good = Math.random() >= FAILING;
    const event = told.get(id);
    // It may come before the statement that stored it has answered.
    if (!event) early.set(id, [...(early.get(id) ?? []), good ? 1 : 0, Date.now()]);
    else note(event, Date.now(), good);
    response.writeHead(good ? 204 : 500).end();
  });
  try {
    secret = await stage.endpoint(receiver.url);
    const killer = await startKiller(stage, told);
    await atRate(events, 100, async (nth) => {
      const at = Date.now();
      const id = await stage.tell();
      const event: Told = { at, first_at: null, accepted: 0, calls: 0, held: false };
      told.set(id, event);
      const before = early.get(id) ?? [];
      for (let i = 0; i < before.length; i += 2) note(event, before[i + 1]!, before[i] === 1);
      if (nth % 10_000 === 9_999) say(`${nth + 1} events stored, ${killer.killed()} workers killed`);
    });
    await killer.stop();
    const replayed = await settle(stage, told);
    return [...wrong, ...judge(told, killer.killed(), replayed, say)];
  } finally {
    await stage.close();
    await receiver.close();
  }
}

function note(event: Told, at: number, good: boolean): void {
  event.calls++;
  event.first_at ??= at;
  if (good) event.accepted++;
}

/** Keeps three workers, and kills one every 2 s. */
async function startKiller(stage: WebhookStage, told: Map<string, Told>) {
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => stage.worker()));
  let killed = 0;
  let stopped = false;
  const run = async () => {
    for (let nth = 0; !stopped; nth++) {
      await sleep(KILL_EVERY_MS);
      const at = nth % WORKERS;
      await killOne(stage, workers[at]!, told);
      killed++;
      // The others work on while it starts.
      workers[at] = await stage.worker();
    }
  };
  const running = run();
  return {
    killed: () => killed,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

async function killOne(stage: WebhookStage, worker: ChildProcess, told: Map<string, Told>): Promise<void> {
  const { pid } = worker;
  const gone = once(worker, 'exit');
  worker.kill('SIGKILL');
  await gone;
  // Leases of that process, and jobs that a pool had locked: those of the others are among them, too.
  const { rows } = await stage.database.pool.query(
    `SELECT event_id FROM delivery WHERE lease LIKE $1 || '-%'
     UNION SELECT split_part(key, ':', 2) FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL
       AND key IS NOT NULL`,
    [pid],
  );
  for (const { event_id } of rows) {
    const event = told.get(event_id);
    if (event) event.held = true;
  }
}

/** Waits until nothing is pending; what used up its ten attempts is sent again, as an operator would. */
async function settle({ database: { pool } }: WebhookStage, told: Map<string, Told>): Promise<number> {
  let replayed = 0;
  for (let i = 0; i < 900; i++) {
    const failed = await pool.query(
      `UPDATE delivery SET state = 'pending', attempts = 0, due_at = now() WHERE state = 'failed' RETURNING 1`,
    );
    replayed += failed.rowCount ?? 0;
    const { rows } = await pool.query(`SELECT count(*)::int AS n FROM delivery WHERE state = 'pending'`);
    if (rows[0].n === 0 && [...told.values()].every(({ accepted }) => accepted > 0)) break;
    await sleep(1_000);
  }
  return replayed;
}

function judge(
  told: Map<string, Told>,
  killed: number,
  replayed: number,
  say: (line: string) => void,
): string[] {
  const all = [...told.values()];
  const lost = all.filter(({ accepted }) => accepted === 0);
  const waits = (held: boolean) =>
    all
      .filter((event) => event.held === held && event.first_at !== null)
      .map(({ first_at, at }) => first_at! - at);
  const [free, held] = [waits(false), waits(true)];
  const twice = all.filter(({ accepted }) => accepted > 1).length;
  const calls = all.reduce((sum, event) => sum + event.calls, 0);
  say(`${all.length} events, ${calls} calls, ${killed} workers killed, ${lost.length} lost`);
  say(
    `${twice} accepted more than once, with the same id; ${replayed} used up ten attempts and were replayed`,
  );
  const line = (name: string, ms: number[]) =>
    say(
      `first attempt, ${name} (${ms.length}): p50 ${quantile(ms, 0.5)} ms, p99 ${quantile(ms, 0.99)} ms, ` +
        `longest ${quantile(ms, 1)} ms`,
    );
  line('no killed worker held it', free);
  line('a killed worker may have held it', held);
  const wrong: string[] = [];
  if (lost.length > 0) wrong.push(`${lost.length} events were lost`);
  if (quantile(free, 0.99) >= 2_000) wrong.push('p99 of the first attempt is 2 s or more');
  if (quantile(held, 0.99) > 35_000) wrong.push('p99 of what a killed worker held is above 35 s');
  if (killed === 0) wrong.push('no worker was killed');
  return wrong;
}
