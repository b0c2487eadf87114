import {
  CAPS,
  type CapKey,
  LIMITS,
  type Limit,
  type LimitKey,
  type LimitOverrides,
  OPERATOR_LIMITS,
} from '@standpoint/contract';
import { capOf, limitOf } from './limits.ts';

/** Whose number counts first. */
const SETTERS = ['organization', 'operator'] as const;
type Setter = (typeof SETTERS)[number] | 'default';

/** A limit as it holds for an organization, and who set it. A rate that is switched off is 0. */
export interface LimitInForce {
  name: LimitKey | CapKey;
  value: Limit | number;
  from: Setter;
}

/** Every limit that holds for an organization with these numbers of its own and of the operator. */
export function limitsInForce(own: LimitOverrides, operator: LimitOverrides): LimitInForce[] {
  const from = (name: LimitKey | CapKey, ...overrides: LimitOverrides[]): Setter =>
    SETTERS[overrides.findIndex((override) => override[name] !== undefined)] ?? 'default';
  const rates = (Object.keys(LIMITS) as LimitKey[]).map((name) => {
    // Of the limits of addresses, an organization sets none.
    const overrides = [OPERATOR_LIMITS.includes(name) ? {} : own, operator];
    return { name, value: limitOf(name, ...overrides) ?? 0, from: from(name, ...overrides) };
  });
  const caps = (Object.keys(CAPS) as CapKey[]).map((name) => ({
    name,
    value: capOf(name, own, operator),
    from: from(name, own, operator),
  }));
  return [...rates, ...caps];
}
