import type { Evidence } from '@standpoint/contract';
import type { Deps } from '../deps.ts';
import { simulatedEvidence } from '../geolocation/spot/evidence.ts';
import type { Subject } from '../geolocation/verify/subject.ts';
import { newJti } from '../ids.ts';
import { customerHash, installHash, transactionHash } from '../privacy/pseudonyms.ts';
import { between, type Chance, pick } from './chance.ts';
import { nearby, type SeedPerson } from './people.ts';
import type { RulesInForce } from './rules.ts';
import { HOME_SPOTS } from './spots.ts';

const DAY_MS = 86_400_000;

/** The moments of a day at which people are awake, roughly: one value per hour in UTC. */
const HOURS = [5, 6, 5, 4, 3, 2, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10, 10, 11, 12, 12, 11, 9, 8, 6];

/** A moment of the last `days` days. */
export function momentOf(chance: Chance, now_ms: number, days: number): number {
  for (;;) {
    const at = now_ms - 20_000 - chance() * days * DAY_MS;
    if (chance() * 12 < HOURS[new Date(at).getUTCHours()]!) return Math.floor(at);
  }
}

export interface VisitContext {
  deps: Deps;
  org: string;
  rules: RulesInForce;
  /** For the audit log. */
  actor: string;
  /** How often an honest person is seen oddly, 0 to 1. */
  odd: number;
}

/** A try of a person at a moment: what their browser would send, and under which policy it is judged. */
export function visitOf(
  { deps, org, rules, actor, odd }: VisitContext,
  whose: SeedPerson,
  at_ms: number,
  chance: Chance,
): Subject {
  const person = odd > 0 && whose.habit === 'honest' && chance() < odd ? oddly(whose, chance) : whose;
  const place = { org, env: 'sandbox' as const };
  const install_id = pick(chance, person.installs);
  const { home, customer_id } = person;
  const evidence = evidenceOf(deps, person, at_ms, chance);
  const id = `txn_${at_ms.toString(36)}${Math.floor(chance() * 46_656).toString(36)}`;
  return {
    ...place,
    iss: deps.config.sandbox_base_url,
    customer_id,
    customer_hash: customerHash(deps.envelope, place, customer_id),
    transaction_hash: transactionHash(deps.envelope, place, id),
    install_hash: installHash(deps.envelope, place, install_id),
    since: new Date(at_ms),
    transaction: { type: home.type, name: `${home.type.replace('_', ' ')} ${id}`, id },
    person: {},
    install_id,
    policy: rules(home.type, at_ms),
    evidence: { ...evidence, install_id },
    ip: { address: person.ip, source: 'connection', stamp: null },
    now_ms: at_ms,
    chain: { hop: 0, root_jti: newJti(), retry_left: true },
    actor,
    request_id: 'seed',
    address: person.ip,
    locale: 'en',
    handoff: { facts: null, phone_possible: false },
  };
}

/** Once, from a data centre, with a typed-in position, or with a device that keeps the time of another place. */
function oddly(person: SeedPerson, chance: Chance): SeedPerson {
  const habit = pick(chance, ['honest', 'typing', 'zoned'] as const);
  return habit === 'honest' ? { ...person, ip: person.away_ip } : { ...person, habit };
}

function evidenceOf(deps: Deps, person: SeedPerson, at_ms: number, chance: Chance): Evidence {
  const { habit } = person;
  const away = habit === 'travelling' && chance() < 0.3 ? pick(chance, HOME_SPOTS) : person;
  const accuracy_m = Math.round(
    habit === 'coarse' ? between(chance, 300, 4_000) : 6 + 70 * chance() ** 3 + (chance() < 0.02 ? 900 : 0),
  );
  const spot = { ...nearby(chance, away, 0.4), accuracy_m };
  const honest = simulatedEvidence(deps.places, spot, at_ms);
  if (habit === 'refusing' && chance() < 0.7)
    return {
      ...honest,
      positions: [],
      position_error: 'permission_denied',
      permission: { state: 'denied' },
    };
  if (habit === 'automated') return { ...honest, signals: { ...honest.signals, webdriver: true } };
  if (habit === 'skewed')
    return { ...honest, clock: { ...honest.clock!, epoch_ms: at_ms + 9 * 60_000, monotonic_ms: 1_000 } };
  if (habit === 'zoned')
    return { ...honest, clock: { ...honest.clock!, time_zone: 'Asia/Tokyo', utc_offset_min: 540 } };
  if (habit === 'typing') return { ...honest, positions: [typedIn(honest)] };
  return honest;
}

/** A position with the round numbers of one that was typed in. */
function typedIn({ positions: [position] }: Evidence): Evidence['positions'][number] {
  const { lat, lng } = position!;
  return {
    ...position!,
    lat: Math.round(lat * 1e3) / 1e3,
    lng: Math.round(lng * 1e3) / 1e3,
    accuracy_m: 150,
  };
}
