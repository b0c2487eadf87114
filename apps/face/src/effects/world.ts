import type { Signal } from '@preact/signals';
import type { FaceRedeemAnswer, LocationRedeemAnswer, SessionBody } from '@standpoint/contract';
import type { Camera } from '../camera/camera.ts';
import type { FlowEvent, State } from '../flow/state.ts';
import type { Guidance } from '../guidance/guidance.ts';
import type { Motion } from '../guidance/motion.ts';
import type { SavedStore } from '../page/saved.ts';
import type { Api } from '../service/api.ts';

/**
 * The dependencies of effects: everything outside the flow that the page has to remember while it lives.
 */
export interface World {
  api: Api;
  saved: SavedStore;
  state(): State;
  dispatch(event: FlowEvent): void;
  locale(): string;
  /** The body of `POST /facecheck/session`, which describes this page. */
  about(): Promise<SessionBody>;
  /** Called when the session is known: its workflow determines language, theme and bridge. */
  opened(workflow: FaceRedeemAnswer['workflow']): Promise<void>;
  /**
   * Called when the phone is asked for its location, not for a face. Another page takes over, and is loaded
   * only then.
   */
  location(answer: LocationRedeemAnswer): Promise<void>;
  /** Sets the colour around the oval, `#rrggbb`; null removes it. */
  colour(colour: string | null): void;
  /** How far the movement of the moment is. */
  motion: Signal<Motion>;
  /** Keeps the last picture for the screens that wait for the answer. */
  frozen: Signal<HTMLCanvasElement | null>;
  /** Whether this page has sent light: if it is asked again, that capture was refused or came to nothing. */
  lit: boolean;
  video: HTMLVideoElement | null;
  camera: Camera | null;
  /** Looks at the camera's pictures while the camera is on. */
  guidance: Guidance | null;
  /** The pictures that are being uploaded. */
  capture: { attempt_id: string; parts: FormData } | null;
  watching: AbortController | null;
}
