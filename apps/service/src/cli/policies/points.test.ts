import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Geography, openGeography } from '../../geolocation/geodata/geography.ts';
import { placeConfidence } from '../geo/place-confidence.ts';
import { LineError } from '../lines.ts';
import { type PointsPlan, pointsAnswer } from './points.ts';

/** The bundled data alone. */
const NO_FOLDER = join(import.meta.dirname, 'no-folder');

let geography: Geography;
beforeAll(() => {
  geography = openGeography(NO_FOLDER);
});

const PLAN: PointsPlan = {
  policy: {
    id: 'file',
    version: 1,
    name: 'New Jersey',
    status: 'draft',
    definition: { name: 'New Jersey', rule: { allow: ['US-NJ'] } },
    created_at: '',
    published_at: null,
  },
  transaction_type: 'wager',
  now_ms: Date.UTC(2026, 10, 21, 12),
  full: false,
};
const TRENTON = { lat: 40.2206, lng: -74.7597, accuracy_m: 30, accuracy_basis: 'p95' };
const ask = (line: unknown, plan = PLAN) =>
  JSON.parse(pointsAnswer(geography, plan)(typeof line === 'string' ? line : JSON.stringify(line), 7));

describe('many points through a policy', () => {
  it('get exactly the documented fields in each answer', () => {
    const answer = ask({ lat: 40.4, lng: -74.4, accuracy_m: 30 });
    expect(Object.keys(answer)).toEqual([
      'line',
      'decision',
      'reasons',
      'checks',
      'country',
      'subdivision',
      'time_zone',
      'p_inside',
      'signed_distance_m',
    ]);
    expect(answer).toMatchObject({
      line: 7,
      decision: 'pass',
      reasons: [],
      country: 'US',
      subdivision: 'US-NJ',
      time_zone: 'America/New_York',
      p_inside: 1,
    });
    expect(answer.signed_distance_m).toBeGreaterThan(5_000);
  });

  it('are never suspected of having been typed in, because they always are', () => {
    for (const accuracy_m of [0, 1, 64.0999, 150])
      expect(ask({ lat: 40.4, lng: -74.4, accuracy_m })).toMatchObject({ decision: 'pass', reasons: [] });
    const { checks } = ask({ lat: 40.4, lng: -74.4, accuracy_m: 150 }, { ...PLAN, full: true });
    expect(checks).toContainEqual(
      expect.objectContaining({ code: 'override_suspected', outcome: 'skipped' }),
    );
  });

  it('fail outside, and get a retry at the border', () => {
    expect(ask({ ...TRENTON, lat: 40.7128, lng: -73.9 })).toMatchObject({
      decision: 'fail',
      reasons: ['subdivision_not_allowed'],
    });
    expect(ask({ ...TRENTON, lng: -74.78 })).toMatchObject({ decision: 'retry' });
  });

  it('list the checks that ran, and with `full` all of them', () => {
    const brief = ask(TRENTON).checks;
    const full = ask(TRENTON, { ...PLAN, full: true }).checks;
    expect(brief.every((check: { outcome: string }) => check.outcome !== 'skipped')).toBe(true);
    expect(full.length).toBeGreaterThan(brief.length);
    expect(full[0]).toHaveProperty('inputs');
    // No customer was looked up, so the checks of history are skipped, not passed.
    expect(brief.map(({ code }: { code: string }) => code)).not.toContain('evidence_replayed');
  });

  it('use the address, the basis and the time of each line', () => {
    expect(ask({ ...TRENTON, ip: '2003::1' }).reasons).toContain('ip_country_mismatch');
    const wide = { ...TRENTON, accuracy_m: 700 };
    expect(ask({ ...wide, accuracy_basis: 'p95' }).reasons).not.toContain('accuracy_too_low');
    expect(ask({ ...wide, accuracy_basis: 'p68' }).reasons).toContain('accuracy_too_low');
    expect(ask({ ...TRENTON, lat: 40.4, lng: -74.4, measured_at: '2021-07-01T12:00:00Z' })).toMatchObject({
      decision: 'pass',
    });
  });

  it.each([
    ['{"lat": 1', 'not JSON'],
    ['{"lat": NaN, "lng": 1, "accuracy_m": 1}', 'NaN is not a JSON number'],
    ['[1]', 'not a JSON object'],
    ['null', 'not a JSON object'],
    [{ lng: 1, accuracy_m: 1 }, 'lat: is missing'],
    [{ lat: '40', lng: 1, accuracy_m: 1 }, 'lat: must be a number'],
    [{ lat: -121.5, lng: 38.5, accuracy_m: 1 }, 'lat and lng look swapped'],
    [{ lat: 40, lng: 181, accuracy_m: 1 }, 'lng: must be from -180 to 180'],
    [{ lat: 40, lng: 1 }, 'accuracy_m: is missing'],
    [{ lat: 40, lng: 1, accuracy_m: -1 }, 'accuracy_m'],
    [{ lat: 40, lng: 1, accuracy_m: 1e9 }, 'accuracy_m: must be at most 100000 m'],
    [{ lat: 40, lng: 1, accuracy_m: 0, accuracy_basis: 'p68' }, 'accuracy_m: must be above 0'],
    [{ ...TRENTON, accuracy_basis: 'constructor' }, 'accuracy_basis'],
    [{ ...TRENTON, ip: '8.8.8' }, 'ip: must be'],
    [{ ...TRENTON, ip: 8 }, 'ip: must be'],
    [{ ...TRENTON, measured_at: 'yesterday' }, 'measured_at'],
    [{ ...TRENTON, measured_at: '2026-13-40T00:00:00Z' }, 'measured_at'],
    [{ ...TRENTON, transaction_type: '' }, 'transaction_type'],
  ])('get an error that says what is wrong with %j', (line, error) => {
    expect(() => ask(line)).toThrow(LineError);
    expect(() => ask(line)).toThrow(error);
  });

  it('always get an answer or an error that names the field', () => {
    for (const lat of [90, -90, 0, -0, 1e-300, 89.9999999])
      for (const lng of [180, -180, 0, 179.99999999])
        for (const accuracy_m of [0, 1e-9, 5, 99_999])
          expect(ask({ lat, lng, accuracy_m }).decision).toMatch(/^(pass|review|retry|fail)$/);
  });
});

describe('the confidence of a place', () => {
  it('falls towards the border, for the subdivision earlier than for the country', () => {
    const sure = placeConfidence(geography.places);
    const at = (lat: number) => {
      const point = { lat, lng: -105.5, accuracy_m: 30 };
      return sure(geography.places.locate(point.lat, point.lng), point);
    };
    expect(at(39)).toEqual({ country: 1, subdivision: 1 });
    // The line was surveyed at 40.9976.
    expect(at(40.9972).subdivision).toBeLessThan(0.8);
    expect(at(40.9972).country).toBe(1);
    const sea = { lat: -5, lng: -20, accuracy_m: 30 };
    expect(sure(geography.places.locate(-5, -20), sea)).toEqual({ country: null, subdivision: null });
  });
});
