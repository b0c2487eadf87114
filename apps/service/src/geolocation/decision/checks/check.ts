import type { Check, POLICY_ACTIONS } from '@standpoint/contract';
import type { DecisionInput } from '../facts.ts';

export type PolicyAction = (typeof POLICY_ACTIONS)[number];

/** The action that a person can take after a finding; each key has a text in every shipped language. */
export type RemedyKey =
  | 'open_location_settings'
  | 'ask_site_owner'
  | 'turn_on_location'
  | 'move_near_window'
  | 'turn_on_precise_location'
  | 'turn_on_wifi'
  | 'retry_now'
  | 'load_page_again'
  | 'check_device_clock'
  | 'go_to_supported_place'
  | 'leave_excluded_place'
  | 'sharpen_position_at_border'
  | 'confirm_your_place'
  | 'turn_off_vpn'
  | 'turn_off_proxy'
  | 'leave_tor'
  | 'use_local_connection'
  | 'use_usual_device'
  | 'tell_about_devices'
  | 'stop_screen_sharing'
  | 'use_app_or_phone'
  | 'try_again_or_ask';

/**
 * The default action of a finding when the policy is silent. `fail` applies to the outcome `fail`.
 * `uncertain` is `retry` (then `review`) unless it says `ignore`: uncertainty never fails a person.
 */
export interface Traits {
  fail: PolicyAction;
  uncertain?: 'ignore' | 'retry';
  /**
   * The outcomes that the code can have beside `pass` and `skipped`, both by default. A policy that names
   * another outcome is refused with that reason.
   */
  outcomes?: readonly ('fail' | 'uncertain')[];
  /**
   * The remedy to tell the person. Absent for anti-spoof codes and codes of no use to the person; those never
   * leave the backend.
   */
  remedy?: RemedyKey;
}

/** One answer of a check. `at_most` keeps a finding from acting more strictly than its evidence allows. */
export interface Finding extends Check {
  at_most?: 'review';
  /** The person can fix it: unless the policy says otherwise, a `fail` is a `retry` while a try is left. */
  curable?: true;
  /** Another try cannot change it: when a policy says `retry`, the case goes to review. */
  final?: true;
}

/** A policy of depth `light` leaves out `integrity` and `history`. */
export type Group = 'position' | 'place' | 'network' | 'time' | 'history' | 'integrity' | 'assurance';

/** A question, the codes that answer it, and a pure function from facts to one finding per code. */
export interface CheckDefinition<Code extends string = string> {
  question: string;
  group: Group;
  codes: Readonly<Record<Code, Traits>>;
  run(input: DecisionInput): Finding[];
}

/** Keeps the literal types of a check's code names. */
export const check = <Code extends string>(definition: CheckDefinition<Code>) => definition;

type Inputs = Check['inputs'];

export const pass = (code: string, confidence: number, inputs: Inputs = {}): Finding => ({
  code,
  outcome: 'pass',
  confidence,
  inputs,
});

export const fail = (code: string, confidence: number, inputs: Inputs = {}): Finding => ({
  code,
  outcome: 'fail',
  confidence,
  inputs,
});

export const uncertain = (code: string, confidence: number, inputs: Inputs = {}): Finding => ({
  code,
  outcome: 'uncertain',
  confidence,
  inputs,
});

/** The fact is missing, or the question does not arise: never a pass, and never held against the person. */
export const skipped = (code: string, reason: string): Finding => ({
  code,
  outcome: 'skipped',
  confidence: 0,
  inputs: { reason },
});
