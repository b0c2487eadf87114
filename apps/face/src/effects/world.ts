import type { FaceRedeemAnswer, LocationRedeemAnswer, SessionBody } from '@standpoint/contract';
import type { Camera } from '../camera/camera.ts';
import type { FlowEvent, State } from '../flow/state.ts';
import type { Guidance } from '../guidance/guidance.ts';
import type { SavedStore } from '../page/saved.ts';
import type { Api } from '../service/api.ts';

/** What effects work with; everything outside the flow that has to be remembered while the page lives. */
export interface World {
  api: Api;
  saved: SavedStore;
  state(): State;
  dispatch(event: FlowEvent): void;
  locale(): string;
  /** What `POST /facecheck/session` tells about this page. */
  about(): Promise<SessionBody>;
  /** The session is known: language, theme and bridge follow from its workflow. */
  opened(workflow: FaceRedeemAnswer['workflow']): Promise<void>;
  /** The phone is asked where it stands, not for a face: another page takes over, loaded only now. */
  location(answer: LocationRedeemAnswer): Promise<void>;
  /** Whole screen in one colour, or null. */
  colour(name: string | null): void;
  video: HTMLVideoElement | null;
  camera: Camera | null;
  /** Looks at what the camera shows, for as long as it is on. */
  guidance: Guidance | null;
  /** Pictures on their way. */
  capture: { attempt_id: string; parts: FormData } | null;
  watching: AbortController | null;
}
