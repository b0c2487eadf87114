import {
  Apps,
  CaptureManifest,
  ENDPOINTS,
  Evidence,
  PolicyDefinition,
  SealedContent,
  SealHeader,
  type TSchema,
  Type,
  WorkflowDefinition,
} from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { validator } from './validate.ts';

/** Everything that a caller or an operator sends is checked against one of these. */
const SCHEMAS: [string, TSchema][] = [
  ...ENDPOINTS.flatMap(({ name, body, query, params }) =>
    Object.entries({ body, query, params }).flatMap(([where, schema]): [string, TSchema][] =>
      schema ? [[`${where} of ${name}`, schema]] : [],
    ),
  ),
  ['the manifest', CaptureManifest],
  ['the evidence', Evidence],
  ['the sealed content', SealedContent],
  ['the sealed header', SealHeader],
  ['a policy', PolicyDefinition],
  ['a workflow', WorkflowDefinition],
  ['the apps', Apps],
];

type Part = TSchema & Record<string, unknown>;

/** Every part of a schema with its path, the schema itself included. */
function partsOf(schema: TSchema, path = ''): [string, Part][] {
  const part = schema as Part;
  const inner = (name: string) => Object.entries((part[name] ?? {}) as Record<string, TSchema>);
  const items = [part.items ?? []].flat() as TSchema[];
  return [
    [path, part],
    ...[...inner('properties'), ...inner('patternProperties')].flatMap(([name, of]) =>
      partsOf(of, `${path}.${name}`),
    ),
    ...items.flatMap((of) => partsOf(of, `${path}[]`)),
    ...((part.anyOf ?? []) as TSchema[]).flatMap((of) => partsOf(of, path)),
  ];
}

const LONG = 'x'.repeat(70_000);
/** Values that hardly any field takes. They are made anew, because a check removes what counts as absent. */
const odd = (): unknown[] => [
  ...['', ' ', 'no', 'Ünï', '\u0000', '\ud800', '!!!', LONG, 'x@', '2016-12-31T23:59:60Z', '-1'],
  ...[-1e300, 1e300, 0.5, true, null, [], [1, 1], [{}], [[], []], {}, { zebra: 1 }],
  Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, i])),
  Array.from({ length: 300 }, () => 'x'),
];

describe('a refusal', () => {
  it.each(SCHEMAS)('of %s says of each field what it must be', (_, schema) => {
    for (const [path, part] of partsOf(schema)) {
      const check = validator(Type.Object({ field: part }, { additionalProperties: false }));
      const refusals = odd().map((field) => check({ field }) ?? []);
      for (const message of new Set(refusals.flat().map((field) => field.message))) {
        const about = `${path}: ${message}`;
        expect(message, about).toMatch(/^(must |is required$|is not a field here)/);
        // A regular expression tells a person nothing.
        expect(message, about).not.toMatch(/expected form|of the form|\^|\\|schema/);
      }
      const paths = refusals.map((fields) => fields.map((field) => field.path));
      expect(paths, path).toEqual(paths.map((all) => [...new Set(all)]));
    }
  });

  const problems = (schema: TSchema, value: unknown) => validator(schema)(value);
  const query = (name: string) => ENDPOINTS.find((endpoint) => endpoint.name === name)!.query!;

  it('names the form of limits, waits, ids, origins, times and text with control characters', () => {
    const list = query('listVerifications');
    expect(problems(list, { limit: '1000' })).toEqual([
      { path: 'limit', message: 'must be a whole number from 1 to 100' },
    ]);
    expect(problems(query('sessionStatus'), { wait: '26' })).toEqual([
      { path: 'wait', message: 'must be a whole number of seconds from 0 to 25' },
    ]);
    expect(problems(list, { cursor: 'garbage' })).toEqual([
      { path: 'cursor', message: 'must be the next_cursor of an earlier page of this list' },
    ]);
    expect(problems(list, { from: 'yesterday' })).toEqual([
      {
        path: 'from',
        message: 'must be an RFC 3339 time like 2026-11-21T09:30:00.000Z, without a leap second',
      },
    ]);
    const preflight = ENDPOINTS.find(({ name }) => name === 'preflight')!.body!;
    const body = { customer_id: 'a\u0000', transaction_type: 'x', policy_id: 'x', origins: ['ftp://x'] };
    expect(problems(preflight, body)).toEqual([
      {
        path: 'customer_id',
        message: 'must be text without control characters and without half of a surrogate pair',
      },
      {
        path: 'policy_id',
        message: 'must be an id: pol_ and 26 digits or capital letters without I, L, O and U',
      },
      {
        path: 'origins.0',
        message:
          'must be an origin in lower case without a path, like https://shop.example or http://localhost:3000',
      },
    ]);
  });
});
