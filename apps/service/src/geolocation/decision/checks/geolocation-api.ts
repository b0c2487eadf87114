import type { FunctionLook } from '@standpoint/contract';
import { greatCircleM } from '../../geodata/places/great-circle.ts';
import type { DecisionInput } from '../facts.ts';
import { check, skipped } from './check.ts';
import { type Tell, weighTells } from './tells.ts';

/** Two honest answers of one device within seconds differ by less than this, radii subtracted. */
const APART_M = 5_000;

export const geolocationApi = check({
  question: "Is the geolocation API the browser's own, in this page as in a fresh one?",
  group: 'integrity',
  codes: {
    geolocation_api_patched: { fail: 'fail', outcomes: ['fail'] },
    realm_mismatch: { fail: 'fail', outcomes: ['fail'] },
  },
  run(input) {
    if (input.evidence.platform !== 'web') {
      return [skipped('geolocation_api_patched', 'not_web'), skipped('realm_mismatch', 'not_web')];
    }
    const why = input.evidence.signals?.not_run;
    const more = why ? { not_run: why } : {};
    return [
      weighTells('geolocation_api_patched', patchTells(input), more),
      weighTells('realm_mismatch', realmTells(input), more),
    ];
  },
});

function patchTells({ evidence: { signals } }: DecisionInput): Tell[] {
  const { geolocation_api: api, readings } = signals ?? {};
  const { own, own_of_zone = [], defined_on, functions } = api ?? {};
  // zone.js wraps the object's methods in every Angular page. The SDK does not call those.
  const foreign = own?.filter((name) => !own_of_zone.includes(name) && !name.startsWith('__zone_symbol__'));
  const looks = functions && Object.values(functions);
  const some = (wrong: (look: FunctionLook) => boolean) => looks && looks.length > 0 && looks.some(wrong);
  const kinds = readings?.flatMap(({ kind }) => kind ?? []) ?? [];
  return [
    { name: 'own_methods', weight: 1, seen: foreign && foreign.length > 0 },
    { name: 'replaced_object', weight: 1, seen: defined_on && defined_on !== 'prototype' },
    { name: 'not_native', weight: 1, seen: some(({ native }) => native === false) },
    { name: 'unlike_fresh', weight: 1, seen: some(({ like_fresh }) => like_fresh === false) },
    { name: 'serves_strangers', weight: 1, seen: some(({ refuses_stranger }) => refuses_stranger === false) },
    { name: 'scripted_functions', weight: 1, seen: some(({ scripted }) => scripted === true) },
    { name: 'proxied_functions', weight: 1, seen: some(({ proxied }) => proxied === true) },
    {
      name: 'made_up_objects',
      weight: 1,
      seen: kinds.length > 0 ? kinds.some((kind) => kind === 'plain' || kind === 'altered') : undefined,
    },
    {
      name: 'synchronous_callback',
      weight: 1,
      seen:
        readings && readings.length > 0
          ? readings.some(({ synchronous }) => synchronous === true)
          : undefined,
    },
  ];
}

function realmTells(input: DecisionInput): Tell[] {
  const { geolocation_api: api, readings } = input.evidence.signals ?? {};
  const kinds = readings?.flatMap(({ kind }) => kind ?? []) ?? [];
  return [
    { name: 'foreign_object', weight: 1, seen: api?.own_realm === undefined ? undefined : !api.own_realm },
    { name: 'foreign_readings', weight: 1, seen: kinds.length > 0 ? kinds.includes('foreign') : undefined },
    { name: 'other_answer', weight: 1, seen: otherAnswer(input) },
  ];
}

/**
 * Whether the fresh realm reports one place while the page, asked before and after, reports another. A page
 * that moves along with the fresh answer only shows that the position jumped.
 */
function otherAnswer({ evidence: { signals }, position }: DecisionInput): boolean | undefined {
  const { fresh_answer: fresh, page_answer: page } = signals ?? {};
  if (!fresh || !position) return undefined;
  const apart = (a: { lat: number; lng: number }, radius_m: number) =>
    greatCircleM(fresh, a) - Math.max(0, fresh.accuracy_m) - Math.max(0, radius_m) > APART_M;
  if (!apart(position, position.p95_m)) return false;
  return page ? apart(page, page.accuracy_m) : undefined;
}
