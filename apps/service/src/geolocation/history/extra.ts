import { newId } from '../../ids.ts';
import { CODES } from '../decision/checks/all.ts';
import { isAntiSpoof } from '../decision/checks/carried.ts';
import { isOfPhone } from '../decision/checks/handoff.ts';
import type { Decision } from '../decision/decision.ts';
import type { DecisionInput } from '../decision/facts.ts';
import type { Extra } from '../records/verification-records.ts';
import { type Mark, sighting } from './sightings.ts';

/** Addresses of these networks change by themselves, and many people share one. */
const MOVING = ['private_relay', 'security_gateway', 'cellular', 'satellite'];

/**
 * The facts that a decided verification leaves for later ones, written in the same statement: the sighting,
 * anti-spoof findings for further tries of the chain, whether a phone measured the position, and the event
 * that an install is shared.
 */
export function historyExtra(input: DecisionInput, decision: Decision, mark: Mark): Extra {
  const { network, now_ms, history, origin } = input;
  const counted = !network.usage?.some(({ kind }) => MOVING.includes(kind));
  // A phone that helps out has its own address, which is not the install's.
  const phone = origin.handoff?.side === 'phone';
  const seen = phone ? { install_hash: mark.install_hash, network: null } : mark;
  const found = decision.checks
    .filter(({ code, outcome }) => outcome === 'fail' && isAntiSpoof(CODES.get(code), code))
    .map(({ code, confidence }) => [code, confidence]);
  const sighted = sighting(seen, now_ms, phone ? null : network.country, counted);
  const shared = found.some(([code]) => code === 'install_many_customers') && {
    install_hash: mark.install_hash,
    day: sighted.day,
    event_id: newId('event'),
    customers: history.sharing?.install_customers ?? null,
  };
  return {
    sighting: sighted,
    ...(found.length > 0 && { spoof_findings: found }),
    ...(isOfPhone(input) && { of_phone: true }),
    ...(shared && { shared }),
  };
}
