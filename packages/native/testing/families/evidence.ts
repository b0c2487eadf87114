import { createHash } from 'node:crypto';
import { type Case, familyOf } from '../family.ts';
import { NOW_MS, uuidOf } from '../keys.ts';
import { INSTALL_ID } from '../tokens.ts';

type Json = Record<string, unknown>;

/** The order of members. The service reads any order; our own clients all write this one. */
const ORDER = {
  evidence:
    'attempt_id purpose collected_at platform sdk permission positions position_error clock device signals jti ' +
    'install_id ip_stamp nonce',
  sdk: 'name version',
  permission: 'state precise',
  position: 'lat lng accuracy_m accuracy_basis altitude_m heading_deg speed_mps measured_at source',
  clock: 'epoch_ms monotonic_ms time_zone utc_offset_min locale languages',
};

/** The members in their order; null counts as not known and is left out. */
const ordered = (kind: keyof typeof ORDER, value: Json): Json =>
  Object.fromEntries(
    ORDER[kind]
      .split(' ')
      .flatMap((name) => (value[name] === null || value[name] === undefined ? [] : [[name, value[name]]])),
  );

/** The reference: facts in any order → the text that is sealed. */
function coreOf(facts: Json): string {
  const evidence = ordered('evidence', facts);
  for (const name of ['sdk', 'permission', 'clock'] as const)
    if (evidence[name]) evidence[name] = ordered(name, evidence[name] as Json);
  evidence.positions = ((facts.positions ?? []) as Json[])
    .filter(({ lat, lng }) => Math.abs(lat as number) <= 90 && Math.abs(lng as number) <= 180)
    .map((position) => ordered('position', position));
  return JSON.stringify(evidence);
}

const position = (change: Json = {}): Json => ({
  lat: 40.7128,
  lng: -74.006,
  accuracy_m: 12.5,
  accuracy_basis: 'p68',
  measured_at: '2026-11-21T11:59:58.500Z',
  source: 'fused',
  ...change,
});

const android = (change: Json = {}): Json => ({
  attempt_id: uuidOf('attempt'),
  purpose: 'verify',
  collected_at: new Date(NOW_MS).toISOString(),
  platform: 'android',
  sdk: { name: '@standpoint/kotlin', version: '0.5.0' },
  permission: { state: 'granted', precise: true },
  positions: [position()],
  clock: {
    epoch_ms: NOW_MS,
    monotonic_ms: 86_400_123,
    time_zone: 'America/New_York',
    utc_offset_min: -300,
    locale: 'en-US',
    languages: ['en-US', 'es'],
  },
  jti: uuidOf('preflight'),
  ...change,
});

const ios = (change: Json = {}): Json =>
  android({
    platform: 'ios',
    sdk: { name: '@standpoint/swift', version: '0.5.0' },
    positions: [position({ accuracy_basis: 'rms', source: 'core_location' })],
    ...change,
  });

/** Members in alphabetical order, so that a client that keeps the order of its input fails. */
const shuffled = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(shuffled)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, inner]) => [name, shuffled(inner)]),
        )
      : value;

const made = (name: string, why: string, facts: Json): Case => {
  // `device` and `signals` are open records: by alphabet both in and out, so that keeping and sorting are the same.
  const core = coreOf(shuffled(facts) as Json);
  return {
    name,
    why,
    input: { facts: shuffled(facts) as Json },
    expect: { core, sha256: createHash('sha256').update(core).digest('hex') },
  };
};

export const evidence = familyOf(
  'evidence',
  'Build `core`, the text of the evidence, from `facts`. Members stand in the order of PROTOCOL.md, without ' +
    'white space; the names in `device` and `signals` are in alphabetical order. Numbers and text are written as ' +
    'ECMAScript writes them (RFC 8785 §3.2.2); a fact that is null or missing is left out; a position ' +
    'outside the globe is dropped. The service reads any order and spelling: only these bytes are compared.',
  [
    made('a phone with Android', 'Everything that an honest device sends. Accuracy is p68.', android()),
    made('a phone with iOS', 'Accuracy is rms.', ios()),
    made(
      'whole numbers',
      'They have no decimal point and no exponent.',
      android({ positions: [position({ lat: 41, lng: -74, accuracy_m: 20 })] }),
    ),
    made(
      'small and large numbers',
      'Other languages write 1.0E-6 and 1.0E21.',
      android({
        positions: [
          position({ lat: 0.000001, lng: -1e-7, accuracy_m: 1e21, altitude_m: 123456789012345680000 }),
        ],
      }),
    ),
    made(
      'numbers that need all digits',
      'The shortest text that reads back as the same number.',
      android({ positions: [position({ lat: 0.1 + 0.2, lng: -179.99999999999997, accuracy_m: 5e-324 })] }),
    ),
    made('minus zero', 'It is written as 0.', android({ positions: [position({ lat: -0, lng: 0 })] })),
    made(
      'all facts of a position',
      'Height, heading and speed where the device knows them.',
      ios({
        positions: [
          position({ altitude_m: 10.25, heading_deg: 271.5, speed_mps: 1.4, accuracy_basis: 'rms' }),
        ],
      }),
    ),
    made(
      'null counts as not known',
      'A heading at rest.',
      android({
        positions: [position({ heading_deg: null, speed_mps: null })],
        position_error: null,
        device: null,
      }),
    ),
    made(
      'five positions',
      'At most five, in the order in which they came.',
      android({
        positions: [1, 2, 3, 4, 5].map((n) =>
          position({ accuracy_m: 60 - n, measured_at: `2026-11-21T11:59:5${n}.000Z` }),
        ),
      }),
    ),
    made(
      'a position outside the globe',
      'It is dropped, because JSON or the schema would refuse all of it.',
      android({ positions: [position({ lat: 90.5 }), position({ lng: -180.25 }), position()] }),
    ),
    made(
      'permission denied',
      'A denial is evidence: it is sent, and answered with a decision.',
      android({ permission: { state: 'denied' }, positions: [], position_error: 'permission_denied' }),
    ),
    made(
      'only an approximate position',
      'The person chose it; `precise` says so.',
      ios({
        permission: { state: 'granted', precise: false },
        positions: [position({ accuracy_basis: 'rms', accuracy_m: 3_500 })],
      }),
    ),
    made('no position in time', '', android({ positions: [], position_error: 'position_timeout' })),
    made(
      'collect() with its own nonce',
      '`purpose` is collect; the nonce is made by the client.',
      android({ purpose: 'collect', nonce: 'c3RhbmRwb2ludC1ub25jZQ' }),
    ),
    made(
      'collect() without a token',
      'Without jti and without a stamp of the address.',
      android({ purpose: 'collect', jti: null, nonce: 'c3RhbmRwb2ludC1ub25jZQ' }),
    ),
    made(
      'the web takes the install id',
      'The claim is for the web SDK.',
      android({
        platform: 'web',
        sdk: { name: '@standpoint/web', version: '0.5.0' },
        install_id: INSTALL_ID,
      }),
    ),
    made(
      'text of any script',
      'UTF-8, and only quotation mark, backslash and control characters are escaped.',
      android({ device: { model: 'Ünïcode “Phone” \\ 电话 \u{1f4f1}', line: 'a/b\t"c"\u2028' } }),
    ),
    made(
      'an app’s own device and signals',
      'They are open records.',
      android({ signals: { mock_provider: false, rooted: false }, device: { os: '16', model: 'Pixel' } }),
    ),
  ],
);
