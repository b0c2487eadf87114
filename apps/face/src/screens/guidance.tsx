import { useEffect, useRef, useState } from 'preact/hooks';
import type { Screen } from '../flow/state.ts';
import type { Hint } from '../guidance/hints.ts';
import { type Said, waitFor } from '../senses/pace.ts';
import type { Texts } from '../texts/texts.ts';

type Camera = Extract<Screen, { name: 'ready' | 'capture' }>;

/**
 * How the oval looks. `unknown`: no guidance. `needs`: something could be better. `held`:
 * the step was recognised.
 */
export type Mood = 'unknown' | 'needs' | 'well' | 'held';

export const moodOf = (screen: Camera): Mood => {
  if (screen.name === 'capture' && screen.holding) return 'held';
  if (!screen.guided) return 'unknown';
  if (screen.hint) return 'needs';
  // During the challenge the step counts: without a hint there is nothing to praise yet.
  return screen.name === 'ready' ? 'well' : 'unknown';
};

/**
 * Without these the step cannot be answered, so they replace the instruction until they are fixed.
 */
const FIRST: readonly Hint[] = [
  'face_not_present',
  'multiple_faces',
  'face_too_close',
  'face_too_far',
  'face_centering',
  'turned_too_far',
];
export const comesFirst = (hint: Hint | null): hint is Hint => hint !== null && FIRST.includes(hint);

/** The hint in words; empty without guidance. */
export const wordsOf = (screen: Camera, t: Texts): string => {
  if (!screen.guided) return '';
  if (screen.hint) return t.hints[screen.hint];
  return screen.name === 'ready' ? t.hints.well : '';
};

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

/** For the eyes: hints appear at once, in a fixed place, so that nothing jumps. */
export const HintLine = ({ screen, t }: { screen: Camera; t: Texts }) => (
  <p class={`hint hint-${moodOf(screen)}`} aria-hidden="true">
    {wordsOf(screen, t)}
  </p>
);
