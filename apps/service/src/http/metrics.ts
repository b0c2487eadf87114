import type { FastifyInstance } from 'fastify';
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
let collecting = false;

/** Measures every answer. Routes are the patterns, never the raw address: that could hold a short code. */
export function observe(app: FastifyInstance): void {
  if (!collecting) collectDefaultMetrics({ register: registry });
  collecting = true;
  app.addHook('onResponse', async (request, reply) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
}
