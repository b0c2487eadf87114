import { generateKeyPairSync, sign } from 'node:crypto';
import type { PolicyDefinition } from '@standpoint/contract';
import { ADDRESSES, PLACES } from '../apps/service/data/sentinels.ts';
import type { Policy } from '../apps/service/src/accounts/policies.ts';
import { decide } from '../apps/service/src/geolocation/decision/decision.ts';
import { NO_HISTORY, NO_ORIGIN } from '../apps/service/src/geolocation/decision/facts.ts';
import { gather } from '../apps/service/src/geolocation/facts/gather.ts';
import { openGeography } from '../apps/service/src/geolocation/geodata/geography.ts';
import { simulatedEvidence } from '../apps/service/src/geolocation/spot/evidence.ts';

/** The measurements of one round. */
export interface DecisionRound {
  load_ms: number;
  growth_mb: number;
  p50_us: number;
  p99_us: number;
  /**
   * One Ed25519 signature on the same core, right after the round. It shows how fast the machine was then.
   */
  signature_us: number;
}

const DECISIONS = 20_000;
const NOW_MS = Date.UTC(2026, 10, 21, 12);

/** A seeded generator: every run uses the same shapes and points. */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** 200 circles and 20 polygons of 50 corners each over the north-east of the US, and five states. */
function heavyPolicy(): PolicyDefinition {
  const next = random(1);
  const spot = () => ({ lat: 39 + 4 * next(), lng: -79 + 8 * next() });
  const circles = Array.from({ length: 200 }, () => ({
    effect: 'exclusion' as const,
    circle: { ...spot(), radius_m: 200 + 2_000 * next() },
  }));
  const polygons = Array.from({ length: 20 }, () => {
    const { lat, lng } = spot();
    const corner = (i: number): [number, number] => {
      const angle = (2 * Math.PI * (i % 50)) / 50;
      const radius = 0.03 + 0.01 * Math.sin(7 * angle);
      return [lng + radius * Math.cos(angle), lat + radius * Math.sin(angle)];
    };
    return { effect: 'deny' as const, polygon: [Array.from({ length: 51 }, (_, i) => corner(i))] };
  });
  return {
    name: 'heavy',
    rule: { allow: ['US-NJ', 'US-NY', 'US-PA', 'US-CT', 'US-MA'], shapes: [...circles, ...polygons] },
  };
}

const AN_HOUR_AGO = {
  p95_m: 30,
  at_ms: NOW_MS - 3_600_000,
  age_ms: 0,
  install_id: null,
  decision: 'pass' as const,
  altitude_m: null,
  speed_mps: null,
  by_address: false,
};

function question(
  geography: ReturnType<typeof openGeography>,
  policy: Policy,
  i: number,
  next: () => number,
) {
  // Nine points in ten lie near the shapes and the state lines, one lies anywhere.
  const places = PLACES.trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  const [lat, lng] = places[i % places.length]!.split(' ').map(Number);
  const spot = i % 10 ? { lat: 39 + 4 * next(), lng: -79 + 8 * next() } : { lat: lat!, lng: lng! };
  const addresses = ADDRESSES.trim().split('\n');
  const previous = { ...spot, ...AN_HOUR_AGO };
  return {
    org: 'org',
    env: 'sandbox' as const,
    evidence: simulatedEvidence(geography.places, { ...spot, accuracy_m: 10 + 90 * next() }, NOW_MS),
    now_ms: NOW_MS,
    transaction: { type: 'wager', expected_jurisdiction: null },
    install_id: null,
    ip: {
      address: addresses[i % addresses.length]!.split(' ')[0]!,
      source: 'connection' as const,
      stamp: null,
    },
    policy,
    chain: { hop: 0, retry_left: true },
    history: { ...NO_HISTORY, previous, evidence_seen: 'no' as const },
    origin: NO_ORIGIN,
  };
}

function run(): DecisionRound {
  global.gc!();
  const before = process.memoryUsage().rss;
  const began = performance.now();
  const geography = openGeography('/nonexistent');
  const load_ms = performance.now() - began;
  for (let i = 0; i < 3; i++) global.gc!();
  const growth_mb = (process.memoryUsage().rss - before) / 1e6;
  const policy: Policy = {
    id: 'pol_bench',
    version: 1,
    name: 'heavy',
    status: 'published',
    definition: heavyPolicy(),
    created_at: '',
    published_at: '',
  };
  const next = random(2);
  const questions = Array.from({ length: DECISIONS }, (_, i) => question(geography, policy, i, next));
  const all = () =>
    Float64Array.from(questions, (each) => {
      const started = performance.now();
      decide(gather(geography, each));
      return (performance.now() - started) * 1_000;
    }).sort();
  all();
  const times = all();
  return {
    load_ms,
    growth_mb,
    p50_us: times[DECISIONS >> 1]!,
    p99_us: times[Math.floor(0.99 * DECISIONS)]!,
    signature_us: signature(),
  };
}

function signature(): number {
  const { privateKey } = generateKeyPairSync('ed25519');
  const bytes = Buffer.alloc(1_024);
  for (let i = 0; i < 2_000; i++) sign(null, bytes, privateKey);
  const began = performance.now();
  for (let i = 0; i < 5_000; i++) sign(null, bytes, privateKey);
  return (performance.now() - began) / 5;
}

const result = run();
if (process.send) process.send(result);
else console.log(result);
