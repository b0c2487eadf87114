import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import type { Device } from './flow/state.ts';
import { type Motion, openMotion } from './guidance/motion.ts';
import { chooseLocale, type Locale } from './page/locale.ts';
import type { Saved, SavedStore } from './page/saved.ts';
import { openTab } from './page/tab.ts';
import { applyTheme, type ThemeWish } from './page/theme.ts';
import { lookAround } from './page/this-device.ts';
import { openWording, type Wording } from './page/wording.ts';
import { openProver, type Prover } from './service/proof.ts';

/** The parts of the page that exist before the flow runs. */
export interface Page {
  root: Element;
  saved: SavedStore;
  device: Device;
  prover: Prover;
  wording: Wording;
  colour: Signal<string | null>;
  motion: Signal<Motion>;
  lamp: ReadonlySignal<boolean>;
  /** The last picture of the camera, while its answer is awaited. */
  frozen: Signal<HTMLCanvasElement | null>;
  /** Another page that has replaced the face check's screens; null while there is none. */
  takeover: Signal<(() => ComponentChild) | null>;
  setLocale(next: Locale): void;
}

/** The language that the person chose, else the language of the device that they came from. */
export const inherited = (saved: Saved | null): string | undefined =>
  saved?.locale ?? saved?.redeemed?.locale ?? undefined;

export const setTheme = (theme: ThemeWish): void => applyTheme(document.documentElement, theme);

export const openPage = async (root: Element): Promise<Page> => {
  const saved = await openTab();
  const first = saved.read();
  const [device, prover, wording] = await Promise.all([
    lookAround(),
    openProver(first?.key ?? 'none', {
      known: first?.key_kept === true,
      // Another link may have taken over this tab in the meantime.
      tell: () => saved.read()?.key === first?.key && saved.write({ key_kept: true }),
    }),
    openWording(chooseLocale(inherited(first), [], navigator.languages)),
  ]);
  const setLocale = (next: Locale): void => {
    saved.write({ locale: next });
    void wording.use(next);
  };
  const motion = openMotion();
  return {
    root,
    saved,
    device,
    prover,
    wording,
    colour: signal(null),
    motion,
    lamp: computed(() => motion.value.lamp),
    frozen: signal(null),
    takeover: signal(null),
    setLocale,
  };
};
