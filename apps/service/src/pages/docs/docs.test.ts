import { join } from 'node:path';
import {
  DASHBOARD_ENDPOINTS,
  ENDPOINTS,
  ERROR_CODES,
  ERRORS,
  type ErrorCode,
  type TSchema,
} from '@standpoint/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { ClientErrorCode } from '../../../../../packages/web/src/errors.ts';
import { oneIn } from '../../../../../testing/counts.ts';
import { readConfig } from '../../config.ts';
import { validator } from '../../validate.ts';
import { html } from '../html.ts';
import { openapi } from '../openapi.ts';
import { CLIENT_ERRORS } from './client-errors.ts';
import { curl } from './curl.ts';
import { ERROR_ADVICE } from './error-advice.ts';
import { errorsMarkdown, errorsPage } from './errors.ts';
import { example } from './example.ts';

const REPOSITORY = join(import.meta.dirname, '../../../../..');
const config = readConfig({});
// biome-ignore lint/suspicious/noExplicitAny: a document of JSON
const document: any = JSON.parse(JSON.stringify(openapi(config)));
// biome-ignore lint/suspicious/noExplicitAny: a document of JSON
const operations: any[] = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods as object),
);

type Responses = Record<
  string,
  { content?: Record<string, { schema: object; example: unknown; examples?: object }> }
>;

describe('a piece of a page', () => {
  test('escapes values, and does not escape other pieces again', () => {
    const attack = `<script>alert("1")</script>&'`;
    expect(html`<p title="${attack}">${html`<b>${attack}</b>`}${[1, null, false, 'x']}</p>`.text).toBe(
      '<p ' +
        'title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;"><b>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;</b>1x</p>',
    );
  });
});

describe('errors', () => {
  test('docs/errors.md equals the table', async () => {
    await expect(errorsMarkdown()).toMatchFileSnapshot(join(REPOSITORY, 'docs/errors.md'));
  });

  test('every code has an anchor, its sentence and an advice', () => {
    const page = errorsPage().body.text;
    expect(Object.keys(ERROR_ADVICE).sort()).toEqual([...ERROR_CODES].sort());
    for (const code of ERROR_CODES) {
      expect(page).toContain(`id="${code}"`);
      expect(page).toContain(html`${ERRORS[code].message}`.text);
      expect(page).toContain(html`${ERROR_ADVICE[code]}`.text);
    }
  });
});

/** Does not compile when the SDK has a code that this page lacks, or the other way round. */
type OwnCode = Exclude<ClientErrorCode, ErrorCode>;
const OWN: Record<OwnCode, string> = CLIENT_ERRORS;
const KNOWN: Record<keyof typeof CLIENT_ERRORS, string> = OWN;

test('every code of the web SDK has an anchor, because its messages link here', () => {
  const page = errorsPage().body.text;
  for (const code of Object.keys(KNOWN)) expect(page).toContain(`id="${code}"`);
});

describe('examples', () => {
  test.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
    'of %s fit their schemas',
    (_name, endpoint) => {
      const fits = (schema: TSchema | undefined, value: unknown) =>
        schema && expect([value, validator(schema)(structuredClone(value))]).toEqual([value, null]);
      fits(endpoint.answer, example(endpoint.answer));
      if (endpoint.body) fits(endpoint.body, example(endpoint.body, { request: true }));
      if (endpoint.params) fits(endpoint.params, example(endpoint.params));
      expect(curl(endpoint, 'http://localhost:4000')).toMatch(
        /^curl (-X \w+ )?'http:\/\/localhost:4000\/[^{}]+'/,
      );
    },
  );
});

describe('the OpenAPI document', () => {
  test('has every endpoint once, with its credential and every error', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(
      ENDPOINTS.length + DASHBOARD_ENDPOINTS.length,
    );
    for (const endpoint of [...ENDPOINTS, ...DASHBOARD_ENDPOINTS]) {
      const operation = document.paths[endpoint.path][endpoint.method.toLowerCase()];
      expect(operation.security).toEqual(
        endpoint.credential.map((kind) => (kind === 'none' ? {} : { [kind]: [] })),
      );
      expect(operation['x-standpoint-sandbox-only']).toBe(endpoint.sandbox_only);
      for (const code of endpoint.errors)
        expect(operation.responses[ERRORS[code].status].content['application/json'].examples).toHaveProperty(
          code,
        );
    }
  });

  test('declares every security scheme and every part of a path', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      // biome-ignore lint/suspicious/noExplicitAny: a document of JSON
      for (const { parameters, security } of Object.values(methods as any) as any[]) {
        const declared = parameters
          .filter((p: { in: string }) => p.in === 'path')
          .map((p: { name: string }) => p.name);
        expect(declared).toEqual(named);
        for (const scheme of security.flatMap(Object.keys))
          expect(document.components.securitySchemes).toHaveProperty(scheme);
      }
    }
  });

  test('refers only to its own components', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      (match) => match[1]!,
    );
    expect(references.length).toBeGreaterThan(100);
    for (const reference of new Set(references)) {
      // biome-ignore lint/suspicious/noExplicitAny: a document of JSON
      const found = reference.split('/').reduce((at: any, key) => at?.[key], document);
      expect([reference, found !== undefined]).toEqual([reference, true]);
    }
  });

  test('has schemas that an independent validator accepts, and examples that fit them', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    ajv.addSchema({ $id: 'openapi', components: document.components });
    const local = (schema: object) =>
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/'));
    // Most answers share their schemas, and compiling is what takes time.
    const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
    const check = (schema: object, value: unknown, whole: boolean) => {
      if (!whole) return expect([ajv.validateSchema(local(schema)), ajv.errors]).toEqual([true, null]);
      const text = JSON.stringify(schema);
      const valid = compiled.get(text) ?? ajv.compile(local(schema));
      compiled.set(text, valid);
      expect([valid(value), valid.errors]).toEqual([true, null]);
    };
    // `npm test` tries the examples of a third of the endpoints; the schemas of all have to be sound.
    const tried = new Set(oneIn(3, operations));
    for (const operation of operations) {
      const { requestBody, responses } = operation;
      const whole = tried.has(operation);
      const body = requestBody?.content['application/json'];
      if (body) check(body.schema, body.example, whole);
      for (const [status, response] of Object.entries(responses as Responses)) {
        const content = response.content?.['application/json'];
        if (content && status === '200') check(content.schema, content.example, whole);
        for (const code of Object.keys(content?.examples ?? {}))
          check(content!.schema, document.components.examples[code].value, whole);
      }
    }
  });
});
