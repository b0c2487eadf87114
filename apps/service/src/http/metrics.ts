import type { ErrorCode } from '@standpoint/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export const registry = new Registry();

const duration = new Histogram({
  name: 'standpoint_http_request_duration_seconds',
  help: 'Time to answer, by route, method and status.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
  registers: [registry],
});
export const verifications = new Counter({
  name: 'standpoint_verifications_total',
  help: 'Verifications, by environment and decision.',
  labelNames: ['env', 'decision'],
  registers: [registry],
});
export const contradictions = new Counter({
  name: 'standpoint_records_contradicted_total',
  help: 'Reads of a stored decision that its signed record contradicts, by area and environment.',
  labelNames: ['area', 'env'],
  registers: [registry],
});
const refusals = new Counter({
  name: 'standpoint_refusals_total',
  help: 'Refused calls, by code of the error and route.',
  labelNames: ['code', 'route'],
  registers: [registry],
});
let collecting = false;

const known = new Map<string, { observe(seconds: number): void }>();

/** Keeps the series, because looking one up by its labels costs more than observing it. There are few. */
function series(method: string, route: string, status: number) {
  const key = `${method} ${route} ${status}`;
  const found = known.get(key) ?? duration.labels(method, route, String(status));
  known.set(key, found);
  return found;
}

/** Measures every answer. Routes are patterns, never the raw address, which could contain a short code. */
export function observe(app: FastifyInstance): void {
  if (!collecting) collectDefaultMetrics({ register: registry });
  collecting = true;
  app.addHook('onResponse', (request, reply, done) => {
    series(request.method, request.routeOptions.url ?? 'none', reply.statusCode).observe(
      reply.elapsedTime / 1000,
    );
    done();
  });
}

/**
 * Counts a refusal. A refused credential costs no query, so this is its only trace beside the log: an attack
 * on keys or tokens is a rise of its code.
 */
export function countRefusal(code: ErrorCode, request: FastifyRequest): void {
  refusals.inc({ code, route: request.routeOptions.url ?? 'none' });
}
