import type {
  AttemptAnswer,
  FaceDecision,
  FaceRedeemAnswer,
  PublicSession,
  PublicWorkflow,
  SessionAnswer,
  SessionStatusAnswer,
} from '@standpoint/contract';
import type { CameraDevice } from '../camera/rank.ts';
import type { Hint } from '../guidance/hints.ts';
import { NO_SENSES, type Senses } from '../senses/senses.ts';
import type { Problem } from './problems.ts';

/** `portal`: the page was opened with a portal token. `phone`: it was opened by a short code. */
export type Role = 'portal' | 'phone';
/** `audio`: more time for each instruction, so that the person can listen to it. */
export type Alternative = 'no_flash' | 'no_head_motion' | 'audio';
/** `pairing`: confirmed, and the phone’s rear camera should read a moving code. */
export type HandoffView = 'waiting' | 'redeemed' | 'pairing' | 'confirmed' | 'aborted';
export type Channel = 'qr' | 'link';
/** `denied`: “this wasn’t me” on this phone. `denied_on_phone`: the desktop learns of it. */
export type Ending =
  | 'expired'
  | 'canceled'
  | 'failed'
  | 'consent_declined'
  | 'consent_withdrawn'
  | 'denied'
  | 'denied_on_phone';
/** A code as it is shown: how long it works, and when the next one replaces it (null: never). */
export interface ShownCode {
  url: string;
  life_s: number;
  refresh_s: number | null;
}

/** Every screen has a timer with a named outcome (`timers.ts`) unless it is an end. */
export type Screen =
  | { name: 'loading' }
  | { name: 'landing' }
  | { name: 'phone_confirm'; sending: boolean }
  /**
   * Optical pairing on the phone. `seen`: consecutive codes so far. `problem`: why the camera is `blind`.
   */
  | {
      name: 'pairing';
      view: 'asked' | 'opening' | 'reading' | 'blind';
      seen: number;
      problem: Problem | null;
    }
  | { name: 'consent'; sending: boolean }
  | { name: 'primer' }
  | { name: 'opening' }
  /** `guided`: the page can see the face. Only then does a missing hint mean that all is well. */
  | { name: 'ready'; hint: Hint | null; guided: boolean }
  /** `step` is −1 before the first step, while `count` runs down to it. */
  | {
      name: 'capture';
      attempt: AttemptAnswer | null;
      step: number;
      ratio: number;
      holding: boolean;
      count: number;
      hint: Hint | null;
      guided: boolean;
    }
  | { name: 'uploading'; ratio: number }
  | { name: 'processing' }
  | { name: 'retry'; code: string }
  /** `moving`: the current code, in view `pairing`. */
  | {
      name: 'handoff';
      view: HandoffView;
      channel: Channel;
      code: ShownCode | null;
      moving?: string | undefined;
    }
  | { name: 'leave'; back: Screen }
  /** “Withdraw your consent?” `failed`: this page cannot do it any more. */
  | { name: 'withdraw'; back: Screen; view: 'asked' | 'sending' | 'failed' }
  | { name: 'result' }
  | { name: 'ended'; how: Ending }
  | { name: 'error'; problem: Problem };
export type ScreenName = Screen['name'];

/** The consent that the service asks for now, with the language of its text. */
export interface NeededConsent {
  version: string;
  text: string;
  locale: string;
}

export interface Device {
  /** A phone or tablet, which cannot scan a QR code on its own screen. */
  mobile: boolean;
  camera: boolean;
  /** In a frame of another page. */
  framed: boolean;
  /** iOS or iPadOS, where every browser is Safari's. */
  ios?: boolean;
  /** In an application's window from which Android's `intent:` addresses lead out. */
  intents?: boolean;
}

export interface State {
  role: Role;
  device: Device;
  screen: Screen;
  /**
   * Rises whenever another screen (or another view of it) appears; timers, effects and focus depend on it.
   */
  entry: number;
  session: PublicSession | SessionStatusAnswer | null;
  workflow: PublicWorkflow | null;
  consent: SessionAnswer['consent'] | null;
  consented: boolean;
  /** A reviewer declined the person's last check. */
  declined_before: boolean;
  handoff: SessionAnswer['handoff'];
  /** Two digits for the phone, shown on this screen only. */
  number: string | null;
  device_label: string | null;
  /** A second device has tried the code of this hand-off. */
  warned: boolean;
  /** The channel of the code that this tab showed before it was reloaded. */
  handing: Channel | null;
  /** The origin of the request, as the phone learns it at redemption. */
  origin: FaceRedeemAnswer['origin'] | null;
  confirm: 'number' | 'none';
  /** The person continues without optical pairing, whether the service knows it yet or not. */
  unpaired: boolean;
  decision: FaceDecision | null;
  alternative: Alternative | null;
  /** The person left the colours out, whichever way they chose otherwise. */
  no_colours: boolean;
  /** The last attempt had no light, or its light came to nothing: the next one has none either. */
  unlit: boolean;
  /** How the person follows the capture besides looking at it. */
  senses: Senses;
  /** Best first; `camera_id` is the open one. */
  cameras: readonly CameraDevice[];
  camera_id: string | null;
  offline: boolean;
  /** Preference of the embedding page. */
  prefer: 'auto' | 'always' | 'never';
}

export type FlowEvent =
  | { type: 'opened'; answer: SessionAnswer; consented: boolean; handing?: Channel | null }
  | { type: 'code_found' }
  | {
      type: 'redeemed';
      answer: FaceRedeemAnswer;
      consented: boolean;
      confirmed: boolean;
      unpaired?: boolean;
    }
  | { type: 'session'; session: PublicSession }
  | { type: 'status'; status: SessionStatusAnswer; decision: FaceDecision | null }
  | { type: 'proceed' }
  /** `pressed`: the words on the button. */
  | { type: 'consent'; accepted: boolean; pressed?: string }
  | { type: 'consented'; session: PublicSession }
  | { type: 'alternative'; value: Alternative | null }
  | { type: 'colours'; on: boolean }
  | { type: 'sense'; sense: keyof Senses; on: boolean }
  | { type: 'open_camera' }
  | { type: 'camera_on'; cameras?: readonly CameraDevice[]; device_id?: string }
  | { type: 'cameras'; cameras: readonly CameraDevice[] }
  | { type: 'switch_camera'; device_id: string }
  | { type: 'rotated' }
  | { type: 'start' }
  | { type: 'attempt'; attempt: AttemptAnswer }
  | { type: 'step'; step: number; ratio: number; holding: boolean; count: number }
  | { type: 'hint'; hint: Hint | null; guided?: boolean }
  | { type: 'captured' }
  | { type: 'progress'; ratio: number }
  | { type: 'submitted'; session: PublicSession }
  | { type: 'paused' }
  | { type: 'use_phone'; channel?: Channel }
  /** `consent`: the text that the service asks for now. */
  | { type: 'consent_needed'; consent?: NeededConsent | undefined }
  | { type: 'withdraw' }
  | { type: 'withdraw_now' }
  | { type: 'withdrawn'; session: PublicSession }
  | { type: 'withdraw_failed' }
  | { type: 'use_this_device' }
  | { type: 'new_code' }
  | { type: 'code'; code: ShownCode }
  | { type: 'confirm'; number: string }
  | { type: 'confirmed'; confirmed: boolean; session: PublicSession }
  | { type: 'pair' }
  | { type: 'pairing_on' }
  | { type: 'pairing_seen'; seen: number }
  | { type: 'pairing_blind'; problem: Problem }
  | { type: 'skip_pairing' }
  /** `undefined`: no code could be loaded. */
  | { type: 'moving_code'; code: string | undefined }
  | { type: 'deny' }
  | { type: 'leave' }
  | { type: 'stay' }
  | { type: 'stop' }
  | { type: 'reload' }
  | { type: 'retry_upload' }
  | { type: 'failed'; problem: Problem }
  | { type: 'timeout' }
  | { type: 'network'; offline: boolean }
  /** Back from the background, from sleep or from a lost connection: the known state may be old. */
  | { type: 'woke' }
  | { type: 'prefer'; handoff: State['prefer'] };

/** Work for the driver. It starts after the state has changed, and ends with the screen. */
export type Effect =
  | { do: 'load' }
  | { do: 'redeem' }
  | { do: 'watch' }
  | { do: 'send_consent'; accepted: boolean; pressed?: string }
  | { do: 'withdraw' }
  | { do: 'open_camera'; device_id?: string }
  | { do: 'measure_camera' }
  | { do: 'open_attempt' }
  | { do: 'record'; attempt: AttemptAnswer }
  | { do: 'submit' }
  | { do: 'issue_code'; channel: Channel; take_back?: true }
  | { do: 'cancel_handoff' }
  | { do: 'confirm'; number: string }
  | { do: 'show_pairing' }
  | { do: 'open_pairing' }
  | { do: 'read_codes' }
  | { do: 'skip_pairing' }
  | { do: 'deny' }
  | { do: 'cancel' }
  | { do: 'forget_attempt' };

export interface Next {
  state: State;
  effects: readonly Effect[];
}

export const begin = (role: Role, device: Device): State => ({
  role,
  device,
  screen: { name: 'loading' },
  entry: 0,
  session: null,
  workflow: null,
  consent: null,
  consented: false,
  declined_before: false,
  handoff: { policy: 'off', channels: [] },
  number: null,
  device_label: null,
  warned: false,
  handing: null,
  origin: null,
  confirm: 'number',
  unpaired: false,
  decision: null,
  alternative: null,
  no_colours: false,
  unlit: false,
  senses: NO_SENSES,
  cameras: [],
  camera_id: null,
  offline: false,
  prefer: 'auto',
});
