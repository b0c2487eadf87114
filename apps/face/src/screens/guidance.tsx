import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from '../draw/icon.tsx';
import type { Screen } from '../flow/state.ts';
import type { Hint } from '../guidance/hints.ts';
import type { Ui } from '../page/ui.ts';
import { type Said, waitFor } from '../senses/pace.ts';
import type { Texts } from '../texts/texts.ts';

type Camera = Extract<Screen, { name: 'ready' | 'capture' }>;

/** Without these the step cannot be answered, so the ring is dotted until they are fixed. */
const LOST: readonly Hint[] = [
  'face_not_present',
  'multiple_faces',
  'face_too_close',
  'face_too_far',
  'face_centering',
];
export const isLost = ({ guided, hint }: Camera): boolean => guided && hint !== null && LOST.includes(hint);

/** What is said when nothing has to change: the place is good, or the step is recognised. */
const praiseOf = (screen: Camera, t: Texts): string => {
  if (screen.name === 'ready') return t.hints.well;
  return screen.holding ? t.hints.recognised : '';
};

/** The hint in words; empty without guidance. */
export const wordsOf = (screen: Camera, t: Texts): string => {
  if (!screen.guided) return '';
  return screen.hint ? t.hints[screen.hint] : praiseOf(screen, t);
};

/** What a screen reader says: while the screen has a colour, what it is for and what to do. Pure. */
export const saidOf = (screen: Camera, colour: string | null, t: Texts): string =>
  colour ? t.capture.colours_said : wordsOf(screen, t);

/** For screen readers: hints are polite, one after the other, with time to listen to each. */
export const Calmly = ({ text }: { text: string }) => {
  const [shown, setShown] = useState('');
  const last = useRef<Said | null>(null);
  useEffect(() => {
    if (text === shown) return;
    const timer = setTimeout(
      () => {
        last.current = { text, at: performance.now() };
        setShown(text);
      },
      waitFor(text, performance.now(), last.current),
    );
    return () => clearTimeout(timer);
  }, [text, shown]);
  return (
    <p class="visually-hidden" role="status">
      {shown}
    </p>
  );
};

const ICONS: Record<Hint, IconName> = {
  face_not_present: 'face',
  multiple_faces: 'person',
  brightness_too_low: 'bulb',
  brightness_too_high: 'sun',
  back_light: 'window',
  grainy: 'bulb',
  face_too_close: 'further',
  face_too_far: 'nearer',
  face_centering: 'nearer',
  face_occluded: 'glasses',
  turned_too_far: 'face',
  head_tilted: 'face',
  eyes_closed: 'face',
  sharpness_too_low: 'still',
  hold_still: 'still',
};

interface Pill {
  icon: IconName;
  words: string;
  good?: boolean;
  count?: boolean;
}

const pillOf = (screen: Camera, { t, lamp }: Ui): Pill | null => {
  if (!screen.guided) return null;
  const { hint } = screen;
  if (hint === 'brightness_too_low' && lamp.value) return { icon: 'bulb', words: t.capture.lamp };
  if (hint) return { icon: ICONS[hint], words: t.hints[hint] };
  const praise = praiseOf(screen, t);
  return praise ? { icon: 'check', words: praise, good: true } : null;
};

/** For the eyes: one hint below the oval, in a slot of fixed height, so that nothing moves. */
export const HintPill = ({ ui, screen, aside = null }: { ui: Ui; screen: Camera; aside?: Pill | null }) => {
  const pill = aside ?? pillOf(screen, ui);
  return (
    <div class="hint" aria-hidden="true">
      {pill && (
        <span key={pill.words} class={`${pill.good ? 'good' : ''}${pill.count ? ' count' : ''}`}>
          <Icon name={pill.icon} />
          <span>{pill.words}</span>
        </span>
      )}
    </div>
  );
};
