import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { openBridge } from '../../apps/face/src/page/bridge.ts';
import { makeEvidence } from '../web/src/location/evidence.ts';
import { inPage } from './conformance/drivers/browserless.ts';
import { node } from './conformance/drivers/node.ts';
import { reactNative } from './conformance/drivers/react-native.ts';
import { web } from './conformance/drivers/web.ts';
import { mutated, readFamilies, runVectors } from './conformance/vectors.ts';
import { FILES } from './testing/all.ts';
import { chainOf, checkReceipt } from './testing/reference.ts';

const families = readFamilies();
const casesOf = (name: string) => families.find(({ family }) => family === name)!.cases;
const fileAt = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

describe('the vectors and schemas', () => {
  it('are what the code of the service makes (npx node packages/native/testing/make.ts)', async () => {
    const made = await FILES();
    for (const [path, text] of made) expect(fileAt(path), path).toBe(text);
    const there = ['vectors', 'schemas'].flatMap((folder) =>
      readdirSync(new URL(folder, import.meta.url)).map((name) => `${folder}/${name}`),
    );
    expect(there.sort()).toEqual(made.map(([path]) => path).sort());
  });

  it('fit their schema, and every schema compiles', () => {
    const ajv = new Ajv2020({ strict: false });
    (addFormats as unknown as (target: Ajv2020) => void)(ajv);
    const schemas = readdirSync(new URL('schemas', import.meta.url)).map((name) =>
      JSON.parse(fileAt(`schemas/${name}`)),
    );
    const compiled = schemas
      .filter(({ $id }) => $id)
      .map((schema) => [schema.title, ajv.compile(schema)] as const);
    const fits = compiled.find(([title]) => title === 'A file of vectors')![1];
    for (const family of families)
      expect(fits(family), `${family.family} ${JSON.stringify(fits.errors)}`).toBe(true);
    const evidence = compiled.find(([title]) => title === 'The text of `core`, parsed')![1];
    for (const { name, expect: wanted } of casesOf('evidence'))
      expect(evidence(JSON.parse(wanted.core as string)), name).toBe(true);
    expect(evidence({})).toBe(false);
  });
});

/** A client remembers the tokens that it has spent, so those of `retry` are good for one run in a process. */
const repeatable = families.filter(({ family }) => family !== 'retry');

describe.each([web, node, reactNative])('$name', (driver) => {
  it('passes every vector that it has a part for', async () => {
    const { failed, passed } = await runVectors(driver, { families });
    expect(failed).toEqual([]);
    expect(passed).toBeGreaterThan(100);
  });

  it('fails every vector whose expectation is changed', async () => {
    const changed = repeatable.map((family) => ({ ...family, cases: family.cases.map(mutated) }));
    const { passed, failed } = await runVectors(driver, { families: changed });
    expect(passed).toBe(0);
    expect(failed.length).toBeGreaterThan(100);
  });

  it('fails when one vector of all is changed', async () => {
    const { failed } = await runVectors(driver, { families: repeatable, mutate: 7 });
    expect(failed).toHaveLength(1);
  });
});

describe('what no package does yet', () => {
  it.each(casesOf('erasure-receipt'))('a receipt: $name', ({ input, expect: wanted }) => {
    expect(checkReceipt(input as never)).toEqual(wanted);
  });

  it.each(casesOf('capture-chain'))('a chain over $name', ({ input, expect: wanted }) => {
    expect(chainOf(input.nonce as string, input.frames as string[])).toBe(wanted.chain);
  });

  it.each(casesOf('bridge').filter(({ input }) => input.side === 'frame'))(
    'the face page, $name',
    ({ input, expect: wanted }) => {
      const window = new EventTarget();
      const said: { nonce: string; to: string }[] = [];
      const parent = {
        postMessage: (hello: { nonce: string }, to: string) => void said.push({ nonce: hello.nonce, to }),
      };
      const { port1, port2 } = new MessageChannel();
      const bridge = openBridge(
        { window: window as never, parent: parent as never },
        input.page_origin as string,
        () => {},
      );
      const accepted = (input.messages as Record<string, unknown>[]).map(
        ({ origin, source, ports, data }) => {
          const filled = JSON.parse(JSON.stringify(data).replace('$nonce', said[0]!.nonce));
          // A port that was taken listens.
          const given = Array.from({ length: ports as number }, () => ({
            onmessage: null as unknown,
            postMessage() {},
            close() {},
          }));
          window.dispatchEvent(
            Object.assign(new Event('message'), {
              origin,
              source: source === 'parent' ? parent : {},
              ports: given,
              data: filled,
            }),
          );
          return given.some(({ onmessage }) => onmessage !== null);
        },
      );
      bridge.close();
      port1.close();
      port2.close();
      expect({ hello_target_origin: said[0]!.to, accepted }).toEqual(wanted);
    },
  );

  it('the web SDK writes its evidence in the order of the vectors', async () => {
    const more = { jti: 'j', install_id: 'i', ip_stamp: 's', nonce: 'n' };
    const found = {
      permission: { state: 'granted' as const, precise: true },
      positions: [],
      position_error: 'unsupported' as const,
      search: { seen: [], track: [] },
    };
    const evidence = await inPage({ origin: 'https://shop.example' }, () =>
      makeEvidence('verify', found, Promise.resolve(undefined), more),
    );
    const order =
      'attempt_id purpose collected_at platform sdk permission positions position_error clock device signals jti install_id ip_stamp nonce';
    expect(Object.keys(evidence)).toEqual(order.split(' '));
    const known = new Set(order.split(' '));
    for (const { expect: wanted } of casesOf('evidence')) {
      const keys = Object.keys(JSON.parse(wanted.core as string));
      expect(keys).toEqual(order.split(' ').filter((name) => keys.includes(name)));
      expect(keys.every((name) => known.has(name))).toBe(true);
    }
  });
});
