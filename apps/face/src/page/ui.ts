import type { ReadonlySignal } from '@preact/signals';
import type { Alternative, FlowEvent, State } from '../flow/state.ts';
import type { Motion } from '../guidance/motion.ts';
import type { Texts } from '../texts/texts.ts';
import type { Locale } from './locale.ts';

/** The input of every screen. */
export interface Ui {
  state: State;
  t: Texts;
  locale: Locale;
  dispatch(event: FlowEvent): void;
  stream(): MediaStream | null;
  setVideo(video: HTMLVideoElement | null): void;
  setLocale(locale: Locale): void;
  choose(alternative: Alternative | null): void;
  openInNewTab(): void;
  /** The address of this check for another browser, as long as no browser has begun it. */
  link(): string;
  /** Null if there is no page or application that could close this page. */
  close: (() => void) | null;
  /** Where the person came from, if the workflow allows them to return there. */
  back_url: string | null;
  /** The colour that the challenge asks for now. */
  colour: string | null;
  motion: ReadonlySignal<Motion>;
  /** The last picture, while its answer is awaited. */
  frozen: HTMLCanvasElement | null;
}

/** Name of the organization that asks, or a friendly placeholder before it is known. */
export const asker = ({ state, t }: Ui): string => state.workflow?.integrator ?? t.ended.the_site;
