import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as checkPhase, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How the listeners of a service go down. */
export interface Drain {
  /** Milliseconds in which they go on as before. */
  wait_ms: number;
  /**
   * Milliseconds in which each answer then ends its connection, but they still go on, until a second has passed
   * without a request.
   */
  linger_ms: number;
  /** Afterwards they take no further connections, and answer what is under way until this aborts. */
  give_up: AbortSignal;
}

/** Without a time in which clients learn of it; 15 s for what is under way. */
export const atOnce = (): Drain => ({ wait_ms: 0, linger_ms: 0, give_up: AbortSignal.timeout(15_000) });

interface Connection {
  since: number;
  /** Requests that have no complete answer yet; several when the client pipelines. */
  open: number;
  /** Bytes that were read when the last answer was complete: more of them are a request on its way. */
  read: number;
  newest: IncomingMessage | null;
}

/** A new connection has this long to send the first byte of a request. */
const SILENT_MS = 1_000;
const LOOK_EVERY_MS = 25;
/** A balancer that has not sent a request for so long sends none any more. */
const LEFT_MS = 1_000;
const READINESS = '/readyz';
const TURN_MS = 0.5;
/** Under a flood there is no quiet moment. */
const QUIET_WITHIN_MS = 3_000;

const known = new WeakMap<FastifyInstance, Connections>();

/** The connections of an app, over all of its listeners. */
export function connectionsOf(app: FastifyInstance): Connections {
  const connections = known.get(app) ?? new Connections();
  known.set(app, connections);
  return connections;
}

export class Connections {
  readonly #servers: Server[] = [];
  readonly #open = new Map<Socket, Connection>();
  /** Connections and requests so far. */
  #arrived = 0;
  /** When the last request came that was no check of readiness. */
  #asked_at = Number.NEGATIVE_INFINITY;
  #parting = false;

  /** Connections that are open now. */
  get open(): number {
    return this.#open.size;
  }

  /** Requests that have no complete answer yet. */
  get under_way(): number {
    return [...this.#open.values()].reduce((sum, { open }) => sum + open, 0);
  }

  /** Whether answers end their connections from now on, where `isLast()` says so. */
  get parting(): boolean {
    return this.#parting;
  }

  watch(server: Server): void {
    this.#servers.push(server);
    server.on('connection', (socket: Socket) => {
      this.#arrived++;
      this.#open.set(socket, { since: performance.now(), open: 0, read: 0, newest: null });
      socket.once('close', () => this.#open.delete(socket));
    });
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      const connection = this.#open.get(request.socket);
      if (!connection) return;
      this.#arrived++;
      if (request.url !== READINESS) this.#asked_at = performance.now();
      connection.open++;
      connection.newest = request;
      const { socket } = request;
      response.once('close', () => {
        connection.open--;
        connection.read = socket.bytesRead;
      });
      // A request that was refused before it was whole is still read to its end.
      request.once('close', () => {
        connection.read = socket.bytesRead;
      });
    });
  }

  /** From now on each answer ends its connection, so that a client's next request opens another one. */
  part(): void {
    this.#parting = true;
  }

  /**
   * Whether the answer to this request is to end its connection: no later request was read from it, and it was
   * read whole itself; a client that still sends might lose the answer. Waits until everything is read that came
   * together with the request, because a client may pipeline.
   */
  async isLast(request: IncomingMessage): Promise<boolean> {
    await checkPhase();
    return request.complete && this.#open.get(request.socket)?.newest === request;
  }

  /**
   * Ends the listeners and every connection without cutting off a request. Node's own `close()` first cuts the
   * connections that are idle, and with them each request that is on its way there. Here, the answers of the time
   * before have ended the connections of all clients that are active. `handBack` is called when no further
   * connection is taken.
   */
  async drain({ wait_ms, linger_ms, give_up }: Drain, handBack: () => void): Promise<void> {
    await sleep(wait_ms, undefined, { signal: give_up }).catch(() => undefined);
    // Not before: while a balancer still sends requests, a new connection for each of them is work for a node that
    // may be busy, and the check of the balancer waits behind them.
    this.part();
    const left = () => this.#open.size === 0 || performance.now() - this.#asked_at > LEFT_MS;
    await this.#until(left, give_up, linger_ms);
    await this.#quietMoment(give_up);
    for (const server of this.#servers) NetServer.prototype.close.call(server);
    handBack();
    const ended = () => {
      this.#closeIdle();
      return this.#open.size === 0;
    };
    await this.#until(ended, give_up);
    // A client that never reads its answer, or never sends the rest of its request, must not hold up the stop.
    for (const socket of this.#open.keys()) socket.destroy();
  }

  /**
   * A short turn of the event loop in which nothing arrived. Closing a listener resets the connections that the
   * system has opened and Node has not accepted, and Node accepts one in each turn.
   */
  async #quietMoment(give_up: AbortSignal): Promise<void> {
    const end = performance.now() + QUIET_WITHIN_MS;
    for (let began = performance.now(); began < end && !give_up.aborted; began = performance.now()) {
      const before = this.#arrived;
      await checkPhase();
      if (this.#arrived === before && performance.now() - began < TURN_MS) return;
    }
  }

  async #until(reached: () => boolean, give_up: AbortSignal, ms = Number.POSITIVE_INFINITY): Promise<void> {
    const end = performance.now() + ms;
    while (!reached() && performance.now() < end && !give_up.aborted) {
      await sleep(LOOK_EVERY_MS);
      await checkPhase();
    }
  }

  #closeIdle(): void {
    const now = performance.now();
    for (const [socket, { since, open, read }] of this.#open) {
      const silent = socket.bytesRead === 0;
      if (open === 0 && socket.bytesRead === read && (!silent || now - since > SILENT_MS)) socket.destroy();
    }
  }
}
