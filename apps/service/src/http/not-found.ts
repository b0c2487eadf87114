import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refuse.ts';

/**
 * Fastify's form of a path as a pattern: `:name` and `:name(^rule)` stand for a part, `*` for the rest.
 */
const pathPattern = (url: string): RegExp =>
  new RegExp(
    `^${url.replace(/[.*+?^${}()|[\]\\]|:\w+(?:\(([^)]*)\))?/g, (token, rule = '[^/]+') => {
      if (token === '*') return '.*';
      return token.startsWith(':') ? rule.replace(/^\^/, '') : `\\${token}`;
    })}$`,
  );

/** Answers which methods an address has: those of every endpoint, page and file that is registered. */
export function methodsByAddress(app: FastifyInstance): (path: string) => string[] {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const entry = known.get(url) ?? { pattern: pathPattern(url), methods: new Set() };
    // OPTIONS is CORS's, and not for a caller to choose.
    for (const name of [method].flat()) if (name !== 'OPTIONS') entry.methods.add(name);
    known.set(url, entry);
  });
  return (path) => [
    ...new Set(
      [...known.values()].flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : [])),
    ),
  ];
}

/** 405 when the address exists for another method, else 404. */
export function notFound(allowed: (path: string) => string[], request: FastifyRequest): Refusal {
  const path = request.url.split('?')[0]!;
  const methods = allowed(path);
  // A page may call `callNotFound` for a file that it does not have.
  if (methods.length === 0 || methods.includes(request.method))
    return new Refusal('not_found', path.slice(0, 200));
  return new Refusal('method_not_allowed', request.method, { headers: { allow: methods.join(', ') } });
}
