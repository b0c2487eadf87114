import type { AttemptAnswer } from '@standpoint/contract';
import type { Screen } from '../flow/state.ts';
import type { Ui } from '../page/ui.ts';
import { fill, type Texts } from '../texts/texts.ts';
import { CameraChoice } from './camera-choice.tsx';
import { isCue } from './cue.tsx';
import { Calmly, comesFirst, HintLine, moodOf, wordsOf } from './guidance.tsx';
import { Actions, Button, Title } from './parts.tsx';
import { type Guide, Stage } from './stage.tsx';

type Capturing = Extract<Screen, { name: 'capture' }>;
type Step = AttemptAnswer['challenge']['steps'][number];

const currentStep = (screen: Capturing): Step | undefined => screen.attempt?.challenge.steps[screen.step];

/** The instruction of the moment. */
export const instructionOf = (screen: Capturing, t: Texts): string => {
  const step = currentStep(screen);
  if (!step) return t.capture.wait;
  return t.capture.steps[step.kind as keyof Texts['capture']['steps']] ?? t.capture.steps.other;
};

/** Further than the minimum that counts, and than the page waits for. */
const FURTHER = 1.2;

const guideOf = (screen: Capturing): Guide => {
  const step = currentStep(screen);
  if (step?.kind === 'approach') return { scale: step.min * FURTHER };
  if (step?.kind === 'recede') return { scale: 1 / (step.min * FURTHER) };
  return isCue(step?.kind) ? { cue: step.kind } : {};
};

/** In a shorter hold the word would be gone before it could be read. */
const LONG_HOLD_MS = 700;

/**
 * The text beside the step's number: that the step was recognised, how long to stay, or what could be
 * better. The instruction itself is never hidden, because guidance may be wrong.
 */
const beside = (screen: Capturing, t: Texts): string => {
  if (comesFirst(screen.hint)) return ` · ${instructionOf(screen, t)}`;
  if (screen.holding && screen.guided) return ` · ${t.hints.recognised}`;
  if (screen.holding && (currentStep(screen)?.hold_ms ?? 0) >= LONG_HOLD_MS) return ` · ${t.capture.hold}`;
  return screen.hint ? ` · ${t.hints[screen.hint]}` : '';
};

const Prompt = ({ screen, ui: { t, locale } }: { screen: Capturing; ui: Ui }) => {
  const steps = screen.attempt?.challenge.steps.length ?? 0;
  const number = (n: number) => new Intl.NumberFormat(locale).format(n);
  return (
    <div class="prompt">
      <p class="instruction">{comesFirst(screen.hint) ? t.hints[screen.hint] : instructionOf(screen, t)}</p>
      <p class="small">
        {screen.step >= 0 && fill(t.step_of, { n: number(screen.step + 1), total: number(steps) })}
        {screen.step >= 0 && beside(screen, t)}
      </p>
    </div>
  );
};

/**
 * The screens with the camera on: first the person positions their face and starts, then the challenge
 * runs. One component, so that the picture stays.
 */
export const Capture = ({ ui }: { ui: Ui }) => {
  const { t, state, dispatch, colour } = ui;
  const { screen: shown } = state;
  if (shown.name !== 'ready' && shown.name !== 'capture') return null;
  const screen = shown.name === 'capture' ? shown : null;
  return (
    <section class={`capture${colour ? ' flash' : ''}`} style={colour ? { '--flash': colour } : undefined}>
      <Title>{screen ? t.capture.title : t.ready.title}</Title>
      <Stage
        ui={ui}
        guide={screen ? guideOf(screen) : {}}
        mood={moodOf(shown)}
        ratio={screen?.ratio ?? 0}
        count={screen?.count ?? 0}
      />
      <CameraChoice ui={ui} />
      <Calmly text={wordsOf(shown, t)} />
      {screen ? (
        <Prompt screen={screen} ui={ui} />
      ) : (
        <>
          <HintLine screen={shown} t={t} />
          <p>{t.ready.body}</p>
          <Actions>
            <Button onClick={() => dispatch({ type: 'start' })}>{t.ready.go}</Button>
          </Actions>
        </>
      )}
    </section>
  );
};
