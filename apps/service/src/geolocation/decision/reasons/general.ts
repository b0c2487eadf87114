import type { RemedyKey } from '../checks/check.ts';

/**
 * What a person is told when only hidden findings stand between them and a pass. A hidden finding itself is
 * never told, but an honest person needs a way out too. Each reason is the same for many findings, so it
 * tells a forger no more than the decision does.
 */
export const GENERAL_REASONS = {
  location_unconfirmed: 'use_usual_device',
  device_unconfirmed: 'tell_about_devices',
  review_declined: 'try_again_or_ask',
} as const satisfies Record<string, RemedyKey>;

type GeneralReason = keyof typeof GENERAL_REASONS;

/** Told once, with the next answer that is no pass, after a reviewer declined the person's last check. */
export const REVIEW_DECLINED = 'review_declined' satisfies GeneralReason;

/** Findings that a shared tablet or a drawer full of phones explains. */
const OF_DEVICES: ReadonlySet<string> = new Set([
  'install_many_customers',
  'customer_many_installs',
  'velocity_installs',
  'velocity_customers',
]);

export const generalReasonOf = (code: string): GeneralReason =>
  OF_DEVICES.has(code) ? 'device_unconfirmed' : 'location_unconfirmed';
