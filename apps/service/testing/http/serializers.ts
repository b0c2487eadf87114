import { createRequire } from 'node:module';
import type { Plugin } from '../../src/http/server.ts';

type Serialize = (data: unknown) => string;
type Compile = (route: { schema: object }) => Serialize;

const ours = createRequire(import.meta.url);
/** Fastify's own compiler, which Fastify does not hand out. */
const { SerializerSelector } = createRequire(ours.resolve('fastify'))(
  '@fastify/fast-json-stringify-compiler',
) as {
  SerializerSelector(): (schemas: object, options: object) => Compile;
};
const compile = SerializerSelector()({}, {});
const known = new WeakMap<object, Serialize>();

/**
 * Shares the code that writes answers among the services of a process. A service spends half of its start on
 * generating that code, and a run of the tests opens hundreds of services.
 */
export const sharedSerializers: Plugin = (app) => {
  app.setSerializerCompiler(((route: { schema: object }) => {
    const found = known.get(route.schema) ?? compile(route);
    known.set(route.schema, found);
    return found;
  }) as never);
};
