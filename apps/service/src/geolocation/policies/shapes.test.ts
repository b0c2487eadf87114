import { beforeAll, describe, expect, it } from 'vitest';
import { seeded } from '../../../../../lab/borders/random.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../../testing/people.ts';
import { NEW_JERSEY, policyDesk } from '../../../testing/policies/desk.ts';
import { expectRefusal } from '../../../testing/refusals.ts';
import { misshapen, shapesInGeoJson } from './geojson-shapes.ts';
import { turned } from './shapes.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
const org = testOrganization(service);
let ann: Browser;
beforeAll(async () => {
  ann = await signedIn(service, org.org, 'developer');
});
const read = (geojson: unknown, more: object = {}) =>
  ann.call({
    path: `/dashboard/api/${org.org}/policies/shapes`,
    body: { geojson, effect: 'exclusion', ...more },
  });
const square = [
  [-74.7, 40.2],
  [-74.6, 40.2],
  [-74.6, 40.3],
  [-74.7, 40.3],
  [-74.7, 40.2],
];
/** Replaces or removes one value somewhere in it. */
function mutate(document: unknown, random: () => number, odd: readonly unknown[]): void {
  let at = document as Record<string, unknown>;
  for (;;) {
    const keys = Object.keys(at);
    const key = keys[Math.floor(random() * keys.length)];
    if (key === undefined) return;
    const inner = at[key];
    if (typeof inner === 'object' && inner !== null && random() < 0.8) at = inner as typeof at;
    else {
      if (random() < 0.2) delete at[key];
      else at[key] = structuredClone(odd[Math.floor(random() * odd.length)]);
      return;
    }
  }
}

const polygon = (ring: number[][]) => ({ type: 'Polygon', coordinates: [ring] });

describe('GeoJSON', () => {
  it('becomes shapes', async () => {
    const { data } = await read(polygon(square));
    expect(data).toEqual({
      shapes: [{ effect: 'exclusion', polygon: [square] }],
      order: 'lng_lat',
      notes: [],
    });
  });

  it.each([
    ['deep', Array.from({ length: 20 }).reduce((inner) => [inner], 1 as unknown), 'levels deep'],
    [
      'a deep geometry',
      { type: 'Feature', geometry: { a: { b: { c: { d: { e: { f: { g: { h: { i: { j: {} } } } } } } } } } } },
      'levels deep',
    ],
    ['with an object as type', { type: { toString: null }, coordinates: [] }, 'must be a text'],
    [
      'with an object as the type of a geometry',
      { type: 'Feature', geometry: { type: {} } },
      'must be a text',
    ],
  ])('that is %s is refused with its place', async (_, geojson, words) => {
    const answer = await read(geojson);
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.text).toContain(words);
  });

  it('of a thousand broken forms is read or refused, and never a failure', () => {
    const whole = () => ({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: { name: 'A', effect: 'deny', buffer_m: 3 },
          geometry: polygon(square),
        },
        { type: 'Feature', properties: { radius_m: 5 }, geometry: { type: 'Point', coordinates: [-74, 40] } },
        { type: 'MultiPolygon', coordinates: [[square], [square]] },
      ],
    });
    const odd: unknown[] = [
      null,
      {},
      [],
      '',
      'x',
      0,
      -1e308,
      true,
      { toString: null },
      [[[]]],
      [null],
      { type: [] },
    ];
    const random = seeded(7).uniform;
    for (let round = 0; round < 1_000; round++) {
      const changed: unknown = structuredClone(whole());
      for (let k = 0; k <= random() * 3; k++) mutate(changed, random, odd);
      // As it comes out of a body: without holes in lists.
      const document: unknown = JSON.parse(JSON.stringify(changed));
      const wrong = misshapen(document);
      if (!wrong) for (const each of [document, turned(document)]) shapesInGeoJson(each, 'deny');
    }
  });

  it('of 50 MB is refused by its announced length', async () => {
    const before = process.memoryUsage().rss;
    const answer = await ann.call({
      method: 'POST',
      path: `/dashboard/api/${org.org}/policies/shapes`,
      raw: '{}',
      headers: { 'content-type': 'application/json', 'content-length': String(50 * 2 ** 20) },
    });
    expectRefusal(answer, 413, 'body_too_large');
    expect(answer.data.error.fields[0].message).toContain('4194304');
    expect(process.memoryUsage().rss - before).toBeLessThan(40 * 2 ** 20);
  });

  it('that crosses itself is refused with the name, the points and the place', async () => {
    const ring = [square[0]!, square[2]!, square[1]!, square[3]!, square[0]!];
    const answer = await read({
      type: 'Feature',
      properties: { name: 'Race track' },
      geometry: polygon(ring),
    });
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.data.error.fields[0].message).toMatch(/“Race track”.*between points \d and \d.*near \[/);
  });

  it('with too many points names the limit', async () => {
    const many = Array.from({ length: 50_100 }, (_, i) => [
      -74 + Math.cos(i / 8_000) / 10,
      40 + Math.sin(i / 8_000) / 10,
    ]);
    const answer = await read(polygon([...many, many[0]!]));
    expect(answer.data.error.fields[0].message).toMatch(/50101 corners .* more than 50000/);
  });

  it.each([
    [
      'beyond the poles',
      square.map(([lng, lat]) => [lat!, lng! - 50]),
      square.map(([lng, lat]) => [lng! - 50, lat!]),
    ],
    ['in the sea', square.map(([lng, lat]) => [lat!, lng!]), square],
  ])('with latitude first is read so, and says it: %s', async (_, given, expected) => {
    const { data } = await read(polygon(given));
    expect(data).toMatchObject({ order: 'lat_lng', shapes: [{ polygon: [expected] }] });
    expect(data.notes[0]).toMatch(/latitude first/);
    const asGiven = await read(polygon(given), { order: 'lng_lat' });
    expect(asGiven.data.order ?? asGiven.code).toMatch(/lng_lat|invalid_request/);
  });
});

describe('a point', () => {
  it('is tried by the draft, or by what is given', async () => {
    const desk = policyDesk(org.org, ann);
    const { policy_id } = await desk.make(NEW_JERSEY);
    const tried = async (more: object) =>
      (
        await ann.call({
          path: `${desk.at}/${policy_id}/try`,
          body: { lat: 40.2206, lng: -74.7597, accuracy_m: 30, ...more },
        })
      ).data;
    expect(await tried({})).toMatchObject({
      decision: 'pass',
      subdivision: 'US-NJ',
      p_inside: expect.closeTo(0.98, 1),
    });
    expect(await tried({ lat: 40.7589, lng: -73.9851 })).toMatchObject({
      decision: 'fail',
      subdivision: 'US-NY',
    });
    expect(await tried({ definition: { name: 'x', rule: { deny: ['US-NJ'] } } })).toMatchObject({
      decision: 'fail',
    });
    const answer = await ann.call({
      path: `${desk.at}/${policy_id}/try`,
      body: { lat: 0, lng: 0, accuracy_m: 10, network: 'home' },
    });
    expectRefusal(answer, 400, 'invalid_request');
  });
});

describe('what a policy can name', () => {
  it('is all there, with the defaults of the checks', async () => {
    const { data } = await ann.call({ path: `/dashboard/api/${org.org}/policies/choices` });
    const codes = data.regions.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(['US', 'US-NJ', 'DE-BY', 'FR']));
    expect(data.regions).toContainEqual({ code: 'US-NJ', name: 'New Jersey' });
    expect(data.checks).toContainEqual(expect.objectContaining({ code: 'ip_vpn', group: 'network' }));
  });
});
