import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Addresses in HAProxy's form, `host:port`. */
interface Balanced {
  bind: string;
  nodes: Readonly<Record<string, string>>;
  /** A socket that tells which nodes are in use. */
  stats?: string;
}

/**
 * The configuration that the proof runs. docs/operations.md shows the same text, and a test compares them.
 *
 * Only `conn-failure` may be repeated: nothing was sent then. HAProxy would send any other request a second
 * time although the first may have spent its token.
 */
export const haproxyConfig = ({ bind, nodes, stats }: Balanced): string => `global
    maxconn 4000${stats ? `\n    stats socket ${stats}` : ''}

defaults
    mode http
    option forwardfor
    timeout connect 2s
    timeout client 65s
    timeout server 65s
    timeout check 10s
    # A refused connection is tried again, on another node. Nothing else may be: the first try may have
    # spent the token.
    retries 3
    retry-on conn-failure
    option redispatch 1

frontend standpoint
    bind ${bind}
    default_backend nodes

backend nodes
    balance roundrobin
    option httpchk GET /readyz
    http-check expect status 200
    default-server check inter 1s fall 2 rise 2
${Object.entries(nodes)
  .map(([name, address]) => `    server ${name} ${address}\n`)
  .join('')}`;

/** The version of the HAProxy on PATH, or null. */
export const haproxyVersion = (): string | null =>
  /version (\S+)/.exec(spawnSync('haproxy', ['-v'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? null;

export interface Haproxy {
  /** Waits until it sends requests to this node. Throws after a minute. */
  until(node: string, state: 'UP' | 'DOWN'): Promise<void>;
  stop(): Promise<void>;
}

const PATIENCE_MS = 60_000;

/** Starts HAProxy in the foreground, as a process of this one. */
export async function startHaproxy(balanced: Omit<Balanced, 'stats'>): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'sp-haproxy-'));
  const stats = join(folder, 'stats.sock');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, haproxyConfig({ ...balanced, stats }));
  const child = spawn('haproxy', ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said = (said + text).slice(-4_000);
  });
  const proxy: Haproxy = {
    async until(node, state) {
      const deadline = performance.now() + PATIENCE_MS;
      for (;;) {
        if (child.exitCode !== null) throw new Error(`HAProxy ended: ${said}`);
        if ((await stateOf(stats, node)) === state) return;
        if (performance.now() > deadline) throw new Error(`HAProxy does not find ${node} ${state}: ${said}`);
        await sleep(50);
      }
    },
    async stop() {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return proxy;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** `UP`, `DOWN`, `UP 1/2` and so on; null while HAProxy does not answer. */
async function stateOf(stats: string, node: string): Promise<string | null> {
  const text = await ask(stats, 'show stat\n').catch(() => '');
  const [head = '', ...rows] = text.split('\n').map((line) => line.split(','));
  const at = (name: string) => (head as string[]).indexOf(name);
  const row = rows.find((cells) => cells[at('svname')] === node);
  return row?.[at('status')] ?? null;
}

const ask = (path: string, command: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(path, () => socket.end(command));
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject).on('close', () => resolve(text));
  });
