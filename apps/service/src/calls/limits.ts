import {
  CAPS,
  type Cap,
  type CapKey,
  LIMITS,
  type Limit,
  type LimitKey,
  type LimitOverrides,
  OPERATOR_LIMITS,
} from '@standpoint/contract';
import { type Field, nearest } from '../validate.ts';

const isRate = (name: string): name is LimitKey => Object.hasOwn(LIMITS, name);
const isCap = (name: string): name is CapKey => Object.hasOwn(CAPS, name);

type Whose = 'operator' | 'organization';

/**
 * Checks the content of a limits file. Returns its problems, each as a phrase that a message can quote. In an
 * organization's file, the limits that only the operator sets are problems too, because they would be ignored.
 */
export function limitProblems(value: unknown, whose: Whose = 'operator'): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return ['a limits file holds one JSON object'];
  return limitFields(value, whose).map(({ path, message }) => `${path} ${message}`);
}

/** The same for the limits themselves: each wrong one by its name. */
export const limitFields = (limits: object, whose: Whose): Field[] =>
  Object.entries(limits).flatMap(([path, entry]) => {
    const message = limitProblem(path, entry, whose);
    return message === null ? [] : [{ path, message }];
  });

function limitProblem(name: string, entry: unknown, whose: Whose): string | null {
  if (isCap(name)) return capProblem(name, entry);
  if (!isRate(name)) return unknownLimit(name);
  if (whose === 'organization' && OPERATOR_LIMITS.includes(name))
    return 'is not a limit of an organization; the operator sets it in STANDPOINT_LIMITS_FILE';
  return rateFits(entry)
    ? null
    : 'must be a number ≥ 0, or {"rate": per second ≥ 0, "burst": n ≥ 1}; 0 switches it off';
}

function unknownLimit(name: string): string {
  const known = [...Object.keys(LIMITS), ...Object.keys(CAPS)];
  const near = nearest(name, known);
  return `is not a limit; ${near ? `did you mean ${near}?` : `the limits are ${known.join(', ')}`}`;
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function capProblem(name: CapKey, entry: unknown): string | null {
  const { most } = CAPS[name];
  return isNumber(entry) && Number.isInteger(entry) && entry >= 0 && entry <= most
    ? null
    : `must be a whole number from 0 to ${most}; 0 stands for the largest`;
}

function rateFits(entry: unknown): boolean {
  if (isNumber(entry)) return entry >= 0;
  if (typeof entry !== 'object' || entry === null) return false;
  const { rate, burst, ...unknown } = entry as { rate?: unknown; burst?: unknown };
  if (Object.keys(unknown).length > 0 || !isNumber(rate) || rate < 0) return false;
  // With a burst below 1 no call would ever be allowed, except where the limit is off.
  return burst === undefined || (isNumber(burst) && (burst >= 1 || rate === 0));
}

/** The rate in force, or null when it is switched off. */
export function limitOf(name: LimitKey, ...overrides: (LimitOverrides | undefined)[]): Limit | null {
  for (const override of overrides) {
    const entry = override?.[name];
    if (entry === undefined) continue;
    const rate = typeof entry === 'number' ? entry : entry.rate;
    const burst = typeof entry === 'number' ? Math.max(1, entry * 2) : (entry.burst ?? Math.max(1, rate * 2));
    return rate === 0 ? null : { rate, burst };
  }
  return LIMITS[name];
}

/** The size or count in force. It never exceeds the most that protects the process, whatever was stored. */
export function capOf(name: CapKey, ...overrides: (LimitOverrides | undefined)[]): number {
  const cap: Cap = CAPS[name];
  const entry = overrides.find((override) => override?.[name] !== undefined)?.[name] ?? cap.default;
  return entry === 0 ? cap.most : Math.min(entry, cap.most);
}

/** The parts of the world that know the limits of an organization. */
export interface LimitWorld {
  /** From STANDPOINT_LIMITS_FILE. */
  address_limits: LimitOverrides;
  organizations: { find(org: string): Promise<{ settings: { limits?: LimitOverrides } } | null> };
}

/** The overrides for calls of an organization: its own numbers come before the operator's. */
export async function overridesOf(world: LimitWorld, org: string): Promise<(LimitOverrides | undefined)[]> {
  return [(await world.organizations.find(org))?.settings.limits, world.address_limits];
}
