import type { DecisionInput } from '../facts.ts';

/**
 * Satellites, Wi-Fi and most cell towers are better than this; a coarser fix can be a guess from the address.
 */
export const COARSE_M = 5_000;

const MOVING_KINDS = ['private_relay', 'security_gateway', 'cellular', 'satellite', 'vpn', 'proxy', 'tor'];

/**
 * Whether the position may have been guessed from an address that does not stay where the person is. Browsers
 * do that when they see no Wi-Fi. Such a position tells where the relay or the tunnel ends.
 */
export function isByAddress({ position, network: { usage } }: DecisionInput): boolean {
  if (!position || position.p95_m <= COARSE_M) return false;
  return usage?.some(({ kind }) => MOVING_KINDS.includes(kind)) ?? false;
}
