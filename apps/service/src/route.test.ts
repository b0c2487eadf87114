import { type Endpoint, nullable, Type } from '@standpoint/contract';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { ROUTES } from './app.ts';
import { envelopeSchema } from './route.ts';

/** What the serializer of an endpoint with this answer writes. */
async function written(answer: Endpoint['answer'], data: unknown): Promise<unknown> {
  const app = Fastify();
  const schema = { response: { 200: envelopeSchema({ answer } as Endpoint) } };
  app.get('/', { schema }, async () => ({ status_code: 200, message: 'OK', data }));
  const { statusCode, body } = await app.inject('/');
  return statusCode === 200 ? JSON.parse(body).data : statusCode;
}

const Answer = Type.Object({
  name: nullable(Type.String()),
  state: nullable(Type.Enum(['open', 'closed'])),
  times: nullable(Type.Array(Type.Integer())),
  hold: nullable(Type.Object({ until: nullable(Type.String({ format: 'date-time' })) })),
});

test('writes null where an answer may be null', async () => {
  const nothing = { name: null, state: null, times: null, hold: null };
  expect(await written(Answer, nothing)).toEqual(nothing);
  expect(await written(Answer, { ...nothing, hold: { until: null } })).toEqual({
    ...nothing,
    hold: { until: null },
  });
});

test('writes a value that may be null, without the fields that its schema does not have', async () => {
  const hold = { until: '2026-11-27T00:00:00.000Z' };
  const data = { name: '', state: 'closed', times: [0, 1], hold };
  expect(await written(Answer, { ...data, hold: { ...hold, secret: 'x' }, secret: 'x' })).toEqual(data);
});

test('refuses to write an answer that lacks a field, also one that may be null', async () => {
  expect(await written(Answer, { name: null, state: null, times: null })).toBe(500);
});

test('writes “or null” as `nullable` at every endpoint, and never as a union', () => {
  const unions = (schema: unknown): unknown[] =>
    typeof schema !== 'object' || schema === null
      ? []
      : [...('anyOf' in schema ? [schema.anyOf] : []), ...Object.values(schema).flatMap(unions)];
  const left = ROUTES.flatMap(({ endpoint }) => unions(envelopeSchema(endpoint)));
  expect(left.filter((union) => JSON.stringify(union).includes('{"type":"null"}'))).toEqual([]);
});
