import { expect, it } from 'vitest';
import { LONG, tries } from '../../../../../../testing/counts.ts';
import { decisionInput, NOW_MS } from '../../../../testing/engines/decision-input.ts';
import { mutant } from '../../../../testing/mutant.ts';
import type { PastPosition } from '../facts.ts';
import type { ChosenPosition } from '../position.ts';
import { travel } from './travel.ts';

/** Deterministic uniform numbers in [0, 1): mulberry32. */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const METRES = 111_195;
const between = (u: number, low: number, high: number) => low + u * (high - low);

interface Leg {
  /** Ground speed, m/s; 0 means standing. */
  mps: number;
  seconds: number;
  altitude_m?: number;
  /** No fix gets out: flight mode, or a tunnel. */
  silent?: boolean;
}
type Fix = {
  at_s: number;
  lat: number;
  lng: number;
  p95_m: number;
  altitude_m: number | null;
  speed_mps: number | null;
};

/** True places along a line every `step` seconds, and the fixes that a device would have reported. */
function trace(legs: Leg[], u: () => number, step: () => number, fieldsMissing: number): Fix[] {
  const fixes: Fix[] = [];
  const bearing = u() * 2 * Math.PI;
  const start = { lat: between(u(), -45, 45), lng: between(u(), -150, 150) };
  let travelled = 0;
  let clock = 0;
  for (const { mps, seconds, altitude_m, silent } of legs) {
    let next = step();
    for (let t = 0; t < seconds; t += next, next = Math.max(10, step())) {
      if (silent) break;
      const along = travelled + mps * t;
      const aloft = (altitude_m ?? 0) > 0;
      fixes.push(
        reading(start, bearing, along, clock + t, aloft ? altitude_m! : null, mps, u, fieldsMissing),
      );
    }
    travelled += mps * seconds;
    clock += seconds;
  }
  return fixes;
}

/** Along a great circle. */
function moved(from: { lat: number; lng: number }, bearing: number, metres: number) {
  const arc = metres / 6_371_009;
  const lat = (from.lat * Math.PI) / 180;
  const there = Math.asin(Math.sin(lat) * Math.cos(arc) + Math.cos(lat) * Math.sin(arc) * Math.cos(bearing));
  const turn = Math.atan2(
    Math.sin(bearing) * Math.sin(arc) * Math.cos(lat),
    Math.cos(arc) - Math.sin(lat) * Math.sin(there),
  );
  const lng = from.lng + (turn * 180) / Math.PI;
  return { lat: (there * 180) / Math.PI, lng: ((((lng + 180) % 360) + 360) % 360) - 180 };
}

/**
 * Most fixes keep their p95. One in twenty-five is a Wi-Fi or tower jump of up to eight radii, and one in
 * five is taken in a street canyon.
 */
function reading(
  start: { lat: number; lng: number },
  bearing: number,
  along: number,
  at_s: number,
  altitude_m: number | null,
  mps: number,
  u: () => number,
  fieldsMissing: number,
): Fix {
  const kind = u();
  // Far from towers and routers, only satellites give a fix.
  const satellite = altitude_m !== null;
  const p95_m = satellite
    ? between(u(), 10, 60)
    : kind < 0.04
      ? between(u(), 60, 500)
      : kind < 0.24
        ? between(u(), 40, 150)
        : between(u(), 5, 40);
  const off = satellite ? u() : kind < 0.04 ? between(u(), 1, 8) : kind < 0.24 ? between(u(), 0, 3) : u();
  const turn = u() * 2 * Math.PI;
  const { lat, lng } = moved(moved(start, bearing, along), turn, off * p95_m);
  const told = u() >= fieldsMissing;
  return { at_s, lat, lng, p95_m, altitude_m, speed_mps: told && satellite ? mps : null };
}

const dense = (u: () => number) => () => 10 + u() * 20;
const lawful = (u: () => number) => () => 60 + u() * 1_140;

const commute = (u: () => number): Leg[] => [
  { mps: 0, seconds: 900 },
  { mps: between(u(), 1, 2), seconds: 400 },
  { mps: between(u(), 6, 36), seconds: between(u(), 600, 3_000) },
  { mps: 22, seconds: between(u(), 60, 400), silent: true },
  { mps: between(u(), 1, 14), seconds: 900 },
  { mps: 0, seconds: 900 },
];
const train = (u: () => number): Leg[] => [
  { mps: 0, seconds: 600 },
  { mps: between(u(), 50, 92), seconds: between(u(), 1_800, 7_200) },
  { mps: between(u(), 50, 92), seconds: between(u(), 60, 600), silent: true },
  { mps: between(u(), 40, 92), seconds: 1_800 },
  { mps: 1.4, seconds: 900 },
];
/**
 * 255 m/s through the air, with a wind that gives −70 to +100 m/s over ground. Some phones are on, the others
 * in flight mode.
 */
function flight(u: () => number): Leg[] {
  const ground = 255 + between(u(), -70, 100);
  const seconds = between(u(), 900, 30_000);
  const silent = u() < 0.5;
  return [
    { mps: 0, seconds: 1_800 },
    { mps: 6, seconds: between(u(), 480, 1_500), silent: true },
    { mps: 170, seconds: 900, altitude_m: 5_500, silent },
    { mps: ground, seconds, altitude_m: 11_000, silent },
    { mps: 150, seconds: 1_000, altitude_m: 5_200, silent },
    { mps: 80, seconds: 200, silent: true },
    { mps: 5, seconds: between(u(), 240, 900), silent: true },
    { mps: 1, seconds: 1_800 },
  ];
}

const past = (fix: Fix, install_id = 'install-1'): PastPosition => ({
  lat: fix.lat,
  lng: fix.lng,
  p95_m: fix.p95_m,
  altitude_m: fix.altitude_m,
  speed_mps: fix.speed_mps,
  at_ms: NOW_MS,
  age_ms: 0,
  by_address: false,
  install_id,
  decision: 'pass',
});

function judged(before: Fix, now: Fix, check = travel): string[] {
  const input = decisionInput();
  const { at_s, ...place } = now;
  input.position = { ...input.position!, ...place, age_ms: 0 } as ChosenPosition;
  input.now_ms = NOW_MS + (at_s - before.at_s) * 1_000;
  input.history.previous = past(before);
  return check
    .run(input)
    .filter(({ outcome }) => outcome === 'fail')
    .map(({ code }) => code);
}

const KINDS = { commute, train, flight };

it.each(Object.entries(KINDS))('flags no honest %s', (kind, legs) => {
  const flagged = new Map<string, number>();
  let pairs = 0;
  const traces = tries(500, 100);
  for (let seed = 1; seed <= traces; seed++) {
    const u = random(seed * 7_919 + kind.length);
    const plan = legs(u);
    const fixes = trace(plan, u, u() < 0.5 ? dense(u) : lawful(u), 0.3);
    for (let i = 1; i < fixes.length; i++, pairs++)
      for (const code of judged(fixes[i - 1]!, fixes[i]!)) flagged.set(code, (flagged.get(code) ?? 0) + 1);
  }
  console.log(`${kind}: ${traces} traces, ${pairs} pairs, flagged ${JSON.stringify([...flagged])}`);
  expect([...flagged]).toEqual([]);
});

it('sees every jump of more than 1,000 km in five minutes', () => {
  const u = random(42);
  let seen = 0;
  const wanted = tries(2_000, 400);
  for (let n = 0; n < wanted; n++) {
    const far = between(u(), 1_001_000, 15_000_000);
    const place = (lat: number): Fix => ({
      at_s: 0,
      lat,
      lng: 10,
      p95_m: between(u(), 5, 400),
      // A spoofer may claim to fly.
      altitude_m: u() < 0.5 ? 11_000 : null,
      speed_mps: u() < 0.5 ? 250 : null,
    });
    const found = judged(place(-60), { ...place(-60 + far / METRES), at_s: between(u(), 1, 300) });
    if (found.includes('impossible_travel')) seen++;
  }
  console.log(`jumps: ${seen} of ${wanted} seen`);
  expect(seen).toBe(wanted);
});

it.runIf(LONG)(
  'mutation control: without its allowances it flags honest people: the noise is real',
  async () => {
    for (const [kind, change] of [
      ['commute', ['LEAST_GAP_M = 8_000', 'LEAST_GAP_M = 200']],
      ['train', ["? 'train' : null", '? null : null']],
      ['flight', ['IMPOSSIBLE_IN_FLIGHT_MPS = 400', 'IMPOSSIBLE_IN_FLIGHT_MPS = 300']],
    ] as const) {
      const weak = await mutant<{ travel: typeof travel }>('geolocation/decision/checks/travel.ts', [
        ...change,
      ]);
      let flagged = 0;
      for (let seed = 1; seed <= 60; seed++) {
        const u = random(seed * 7_919 + kind.length);
        const fixes = trace(KINDS[kind](u), u, u() < 0.5 ? dense(u) : lawful(u), 0.3);
        for (let i = 1; i < fixes.length; i++)
          flagged += judged(fixes[i - 1]!, fixes[i]!, weak.travel).length;
      }
      expect(flagged, kind).toBeGreaterThan(0);
    }
  },
);
