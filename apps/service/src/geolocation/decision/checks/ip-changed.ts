import type { NetworkUsage } from '../facts.ts';
import { check, fail, pass, skipped } from './check.ts';

/** These networks change the address by themselves. */
const MOVING: readonly NetworkUsage['kind'][] = ['private_relay', 'security_gateway', 'cellular'];

export const ipChanged = check({
  question: 'Is the address still the one of the verification before?',
  group: 'network',
  // The law demands a fresh check when the address changes, and this verification is one. A policy may still
  // ask for another try: that try comes from the address that it is compared with, so the chain ends there.
  codes: { ip_changed: { fail: 'ignore', outcomes: ['fail'], remedy: 'retry_now' } },
  run({ history: { address = null }, network: { usage }, origin }) {
    const code = 'ip_changed';
    if (origin.handoff?.side === 'phone') return [skipped(code, 'phone')];
    const moving = usage?.some(({ kind }) => MOVING.includes(kind));
    if (moving) return [skipped(code, 'address_moves')];
    if (address === null) return [skipped(code, 'nothing_to_compare')];
    return [(address === 'other' ? fail : pass)(code, 1)];
  },
});
