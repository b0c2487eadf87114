import type { Check, POLICY_ACTIONS } from '@standpoint/contract';
import type { DecisionInput } from '../facts.ts';

export type PolicyAction = (typeof POLICY_ACTIONS)[number];

/** What a person can do about a finding; each key has a text in every shipped language. */
export type RemedyKey =
  | 'open_location_settings'
  | 'ask_site_owner'
  | 'turn_on_location'
  | 'move_near_window'
  | 'turn_on_precise_location'
  | 'turn_on_wifi'
  | 'retry_now'
  | 'check_device_clock'
  | 'go_to_supported_place'
  | 'leave_excluded_place'
  | 'move_away_from_border'
  | 'confirm_your_place'
  | 'turn_off_vpn'
  | 'stop_screen_sharing'
  | 'use_app_or_phone';

/**
 * How a finding acts when the policy says nothing. `fail` is for the outcome `fail`. `uncertain` is `retry`
 * (then `review`) unless it says `ignore`: uncertainty never fails anybody.
 */
export interface Traits {
  fail: PolicyAction;
  uncertain?: 'ignore' | 'retry';
  /**
   * The outcomes it can have beside `pass` and `skipped`; a policy that speaks of others is told so. Default
   * both.
   */
  outcomes?: readonly ('fail' | 'uncertain')[];
  /** What to tell the person. Absent: anti-spoof or of no use to the person, and never leaves the backend. */
  remedy?: RemedyKey;
}

/** One answer of a check. `at_most` keeps a finding from acting harder than its evidence allows. */
export interface Finding extends Check {
  at_most?: 'review';
  /** There is a way out: where no policy says otherwise, a `fail` is a `retry` while a try is left. */
  curable?: true;
  /** Another try cannot change it: where a policy says `retry`, a person looks at it. */
  final?: true;
}

/** `integrity` and `history` are left out by a policy of depth `light`. */
export type Group = 'position' | 'place' | 'network' | 'time' | 'history' | 'integrity' | 'assurance';

/** A question, the codes that can answer it, and a pure function from facts to one finding per code. */
export interface CheckDefinition<Code extends string = string> {
  question: string;
  group: Group;
  codes: Readonly<Record<Code, Traits>>;
  run(input: DecisionInput): Finding[];
}

/** Gives the code names of a check their literal types. */
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

/** The fact is missing, or the question does not arise: never a pass, never held against anybody. */
export const skipped = (code: string, reason: string): Finding => ({
  code,
  outcome: 'skipped',
  confidence: 0,
  inputs: { reason },
});
