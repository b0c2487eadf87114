import type { AttemptAnswer } from '@standpoint/contract';
import { useEffect, useState } from 'preact/hooks';
import { Icon, type IconName } from '../draw/icon.tsx';
import { usePassed } from '../effects/after.ts';
import type { Screen } from '../flow/state.ts';
import { Actions, Button } from '../frame/parts.tsx';
import type { Ui } from '../page/ui.ts';
import { fill, type Texts } from '../texts/texts.ts';
import { CameraChoice } from './camera-choice.tsx';
import { CameraVideo } from './camera-video.tsx';
import { Calmly, HintPill, isLost, saidOf } from './guidance.tsx';
import { LiveOval } from './live-oval.tsx';
import { iconOf } from './pose.ts';
import { stageOf } from './stages.ts';

type Capturing = Extract<Screen, { name: 'capture' }>;
type Step = AttemptAnswer['challenge']['steps'][number];

const stepAt = (screen: Capturing, at = screen.step): Step | undefined => screen.attempt?.challenge.steps[at];

/** The instruction of the moment. */
export const instructionOf = (screen: Capturing, t: Texts): string => {
  const step = stepAt(screen);
  if (!step) return t.capture.wait;
  if (step.kind === 'front' && stepAt(screen, screen.step - 1)?.kind.startsWith('turn_'))
    return t.capture.back;
  return t.capture.steps[step.kind as keyof Texts['capture']['steps']] ?? t.capture.steps.other;
};

/** "That's enough" stays this long after a turn, so that it can be read. */
const ENOUGH_MS = 700;

/** Whether a turn has just been recognised, from its hold until a moment after it. */
const useEnough = (screen: Capturing): boolean => {
  const turned = screen.holding && screen.guided && stepAt(screen)?.kind.startsWith('turn_') === true;
  const [stays, setStays] = useState(false);
  useEffect(() => {
    if (turned) return setStays(true);
    const timer = setTimeout(() => setStays(false), ENOUGH_MS);
    return () => clearTimeout(timer);
  }, [turned]);
  return turned || stays;
};

/** Beside the lens, where the eyes are: which step it is, and what to do. */
const Instruction = ({
  screen,
  ui: { t, locale, colour },
  enough,
}: {
  screen: Capturing;
  ui: Ui;
  enough: boolean;
}) => {
  const { steps = [] } = screen.attempt?.challenge ?? {};
  const light = lightOf(screen, colour);
  const lit = light === 'now';
  const stage = stageOf(steps, screen.step, light);
  const number = (n: number) => new Intl.NumberFormat(locale).format(n);
  const words = enough ? t.capture.enough : lit ? t.hints.hold_still : instructionOf(screen, t);
  const icon = enough ? 'check' : lit ? 'still' : iconOf(stepAt(screen)?.kind);
  return (
    <div class="say">
      <h1 class="visually-hidden" tabIndex={-1}>
        {t.capture.title}
      </h1>
      {stage && <p class="step">{fill(t.step_of, { n: number(stage.n), total: number(stage.total) })}</p>}
      <p class="instruction" key={words}>
        <Icon name={icon} />
        <span>{words}</span>
      </p>
    </div>
  );
};

/** Where the page cannot see, or sees no good place for the face for this long, the person starts the capture. */
const ALONE_MS = 5_000;

/** The capture starts by itself. The button is for people whom the camera does not see, who listen, or who test. */
const StartButton = ({ ui }: { ui: Ui }) => {
  const { state, t, dispatch } = ui;
  const late = usePassed(ALONE_MS) > 0;
  const { screen, alternative, senses, session } = state;
  const seen = screen.name === 'ready' && screen.guided;
  if (seen && session?.livemode && !late && alternative !== 'audio' && !senses.speech) return null;
  return <Button onClick={() => dispatch({ type: 'start' })}>{t.ready.go}</Button>;
};

const Ready = ({ ui, screen }: { ui: Ui; screen: Extract<Screen, { name: 'ready' }> }) => {
  const { t } = ui;
  return (
    <>
      <div class="say">
        <h1 class="instruction" tabIndex={-1}>
          <Icon name="face" />
          <span>{t.ready.title}</span>
        </h1>
      </div>
      <LiveOval ui={ui} ratio={0} />
      <HintPill ui={ui} screen={screen} />
      <p class="visually-hidden">{t.ready.body}</p>
      <Actions>
        <CameraChoice ui={ui} />
        <StartButton ui={ui} />
      </Actions>
    </>
  );
};

/** The pill of the moment besides the hints: the countdown, the light, and the way back after a turn. */
const asideOf = (
  screen: Capturing,
  { t, colour, locale }: Ui,
  enough: boolean,
): { icon: IconName; words: string; count?: boolean } | null => {
  if (screen.count > 0)
    return { icon: 'still', words: new Intl.NumberFormat(locale).format(screen.count), count: true };
  if (enough) return { icon: 'face', words: t.capture.middle };
  if (colour) return { icon: 'sun', words: t.capture.colours };
  return comesLight(screen) && !screen.hint ? { icon: 'sun', words: t.capture.colours_next } : null;
};

/**
 * Whether the challenge has light that is still to come, or that the screen shows. While the clip is put together, the
 * ring is full and the light counts as shown: the person holds still.
 */
export const lightOf = (
  { attempt, ratio }: Pick<Capturing, 'attempt' | 'ratio'>,
  colour: string | null,
): 'none' | 'later' | 'now' => {
  if (!('light' in (attempt?.challenge.parameters ?? {}))) return 'none';
  return colour !== null || ratio >= 1 ? 'now' : 'later';
};

/** Whether the step is the last one before the light; the ring is full once the light is over. */
export const comesLight = ({
  attempt,
  step,
  ratio,
}: Pick<Capturing, 'attempt' | 'step' | 'ratio'>): boolean => {
  const { parameters, steps } = attempt?.challenge ?? { parameters: {}, steps: [] };
  return 'light' in parameters && step === steps.length - 1 && ratio < 1;
};

/** A way out just before the light and during it; the check goes on with movements. */
const WithoutColours = ({ ui: { t, colour, dispatch }, screen }: { ui: Ui; screen: Capturing }) => (
  <Actions>
    {(colour || comesLight(screen)) && (
      <Button kind="quiet" onClick={() => dispatch({ type: 'colours', on: false })}>
        {t.ready.no_flash}
      </Button>
    )}
  </Actions>
);

const Running = ({ ui, screen }: { ui: Ui; screen: Capturing }) => {
  const enough = useEnough(screen);
  return (
    <>
      <Instruction screen={screen} ui={ui} enough={enough} />
      <LiveOval ui={ui} ratio={screen.ratio} enough={enough} kind={stepAt(screen)?.kind} />
      <HintPill ui={ui} screen={screen} aside={asideOf(screen, ui, enough)} />
      <WithoutColours ui={ui} screen={screen} />
    </>
  );
};

/**
 * The screens with the camera on: first the person positions their face, then the challenge runs. One
 * component, so that the picture stays.
 */
export const Capture = ({ ui }: { ui: Ui }) => {
  const { t, state, colour } = ui;
  const { screen } = state;
  if (screen.name !== 'ready' && screen.name !== 'capture') return null;
  return (
    <section class={`capture${colour ? ' flash' : ''}${isLost(screen) ? ' lost' : ''}`}>
      <CameraVideo ui={ui} kind="mirror" label={t.ready.preview} />
      <div class="scrim" aria-hidden="true" />
      <Calmly text={saidOf(screen, colour, t)} />
      {screen.name === 'capture' ? <Running ui={ui} screen={screen} /> : <Ready ui={ui} screen={screen} />}
    </section>
  );
};
