import type { DecisionInput } from '../facts.ts';
import { check, type Finding, skipped } from './check.ts';
import { isPhones } from './handoff.ts';
import { exitsAnywhere, freshConfidence, isCountryOf } from './ip-country.ts';
import { ENOUGH, scoreOf, type Tell, weighTells } from './tells.ts';
import { timeZoneDiffers } from './time-zone.ts';

/**
 * Chromium's developer tools send this accuracy with every place; honest networks report 150 m too, now and
 * then.
 */
const DEVTOOLS_M = 150;
/** The accuracy that widespread extensions for a fixed place send by default. */
const EXTENSIONS_M = [64.0999];
/** No consumer receiver knows its place within a metre. */
const TOO_GOOD_M = 1;
/** Above this accuracy, a rounded coordinate may come from an address look-up. */
const COARSE_M = 1_000;
const GPS_LIKE_M = 20;
/** A browser asks another process, so an honest answer takes longer than this. */
const TOO_FAST_MS = 0.5;

export const override = check({
  question: 'Does the position look like a value that was typed in?',
  group: 'integrity',
  codes: { override_suspected: { fail: 'review', outcomes: ['fail'] } },
  run(input) {
    const code = 'override_suspected';
    if (input.evidence.platform !== 'web') return [skipped(code, 'not_web')];
    if (!input.position) return [skipped(code, 'no_position')];
    // The phone's own check judged it. The reading of this browser decides nothing.
    if (isPhones(input)) return [skipped(code, 'position_of_a_phone')];
    return [corroborated(code, positionTells(input), surroundings(input))];
  },
});

/**
 * The surroundings never suffice by themselves: a traveller's laptop keeps its time zone, and roaming its
 * country.
 */
function corroborated(code: string, own: Tell[], around: Tell[]): Finding {
  const alone = scoreOf(own);
  if (alone < 0.5 || alone >= ENOUGH) return weighTells(code, own);
  const support = around.find(({ seen }) => seen === true);
  return support ? weighTells(code, [...own, support]) : weighTells(code, own);
}

const positionTells = ({ evidence }: DecisionInput): Tell[] => [
  ...accuracyTells(evidence),
  ...coordinateTells(evidence),
  ...repeatTells(evidence),
  answerTell(evidence),
];

type Sent = DecisionInput['evidence'];

function accuracyTells({ positions }: Sent): Tell[] {
  const accuracies = positions.map(({ accuracy_m }) => accuracy_m);
  return [
    // W3C: accuracy is strictly positive. Automation tools send 0 unless their script sets a value.
    { name: 'zero_accuracy', weight: 1, seen: accuracies.includes(0) },
    {
      name: 'impossible_precision',
      weight: 1,
      seen: accuracies.some((metres) => metres > 0 && metres <= TOO_GOOD_M),
    },
    { name: 'extension_accuracy', weight: 1, seen: accuracies.every((m) => EXTENSIONS_M.includes(m)) },
    { name: 'devtools_accuracy', weight: 0.5, seen: accuracies.every((metres) => metres === DEVTOOLS_M) },
  ];
}

function coordinateTells({ positions }: Sent): Tell[] {
  const fine = worstAccuracy(positions) <= COARSE_M;
  const decimals = Math.max(...positions.flatMap(({ lat, lng }) => [decimalsOf(lat), decimalsOf(lng)]));
  return [
    // Receivers and networks give seven digits or more. Both coordinates are that short once in a million.
    { name: 'typed_coordinates', weight: 0.5, seen: fine && decimals <= 4 },
    { name: 'short_coordinates', weight: 0.25, seen: fine && (decimals === 5 || decimals === 6) },
  ];
}

function repeatTells({ positions, device }: Sent): Tell[] {
  const phone = isPhone(device);
  const gpsLike = phone && worstAccuracy(positions) <= GPS_LIKE_M;
  return [
    {
      name: 'no_jitter',
      weight: 0.5,
      seen: phone && positions.length >= 3 ? noJitter(positions) : undefined,
    },
    {
      name: 'one_time_two_places',
      weight: 0.5,
      seen: positions.length > 1 ? sameTime(positions) : undefined,
    },
    {
      name: 'no_altitude_on_phone',
      weight: 0.25,
      seen: gpsLike ? positions.every((at) => at.altitude_m === undefined) : undefined,
    },
  ];
}

function answerTell({ signals }: Sent): Tell {
  const delays = signals?.readings?.flatMap(({ delay_ms }) => delay_ms ?? []) ?? [];
  return {
    name: 'answered_at_once',
    weight: 0.5,
    // A coarse clock reports any short time as 0.
    seen: delays.length > 0 ? delays.some((delay) => delay > 0 && delay < TOO_FAST_MS) : undefined,
  };
}

const worstAccuracy = (positions: Reading[]): number =>
  Math.max(...positions.map(({ accuracy_m }) => accuracy_m));

function surroundings(input: DecisionInput): Tell[] {
  const { evidence, network, place } = input;
  const telling = !exitsAnywhere(network.usage) && freshConfidence(network) >= 0.9;
  const known = network.country !== null && telling && !!place?.country;
  return [
    { name: 'time_zone_differs', weight: 0.5, seen: timeZoneDiffers(input) },
    { name: 'ip_country_differs', weight: 0.5, seen: known && !isCountryOf(place, network.country) },
    // The panel that sets a place stays open while it does.
    { name: 'console_read', weight: 0.5, seen: evidence.signals?.automation?.console_read },
  ];
}

type Reading = DecisionInput['evidence']['positions'][number];

const noJitter = ([first, ...others]: Reading[]) =>
  others.every(
    ({ lat, lng, accuracy_m }) =>
      lat === first!.lat && lng === first!.lng && accuracy_m === first!.accuracy_m,
  );

const sameTime = (positions: Reading[]) =>
  positions.some((a, i) =>
    positions.some(
      (b, j) => j > i && a.measured_at === b.measured_at && (a.lat !== b.lat || a.lng !== b.lng),
    ),
  );

/** Digits after the point of the shortest decimal form. */
function decimalsOf(value: number): number {
  const text = String(value);
  // Exponent form, such as 1e-7.
  if (text.includes('e')) return 17;
  return text.split('.')[1]?.length ?? 0;
}

function isPhone(device: DecisionInput['evidence']['device']): boolean {
  const { mobile, user_agent } = device ?? {};
  return mobile === true || (typeof user_agent === 'string' && /iPhone|Android.*Mobile/.test(user_agent));
}
