import { Oval, type OvalProps } from '../draw/oval.tsx';
import { Frame, Words } from '../frame/layout.tsx';
import { Actions, Button, Title } from '../frame/parts.tsx';
import type { Ui } from '../page/ui.ts';
import { Options } from '../senses/options.tsx';
import { counted, type Texts } from '../texts/texts.ts';

/** One drawing for each reason, with the one thing to change. */
const LOOKS: Readonly<Record<string, OvalProps>> = {
  too_dark: { window: 'dark', badge: 'bulb' },
  grainy: { window: 'dark', badge: 'bulb' },
  too_bright: { badge: 'sun' },
  face_covered: { mouth: 'covered', badge: 'glasses' },
  face_too_small: { badge: 'nearer' },
  face_too_large: { badge: 'further' },
  blurred: { badge: 'still' },
  turned_too_far: { badge: 'face' },
  processing_timeout: { badge: 'clock' },
};

/** The reason, and the one thing to change. */
export const reasonOf = (code: string, { retry: { reasons } }: Texts): string[] =>
  (reasons[code as keyof typeof reasons] ?? reasons.other).split('\n');

/** The reason as the heading, the one thing to change, and how many tries are left. */
export const Retry = ({ ui, code }: { ui: Ui; code: string }) => {
  const { t, state, locale, dispatch } = ui;
  const [reason, remedy] = reasonOf(code, t);
  const { attempts_max = 0, attempts_used = 0 } = state.session ?? {};
  return (
    <Frame
      anchor
      scene={<Oval tone="amber" {...(LOOKS[code] ?? { badge: 'face' })} />}
      actions={
        <Actions>
          <p class="small">{counted(t.retry.left, Math.max(0, attempts_max - attempts_used), locale)}</p>
          <Button onClick={() => dispatch({ type: 'open_camera' })}>{t.retry.go}</Button>
          <Options ui={ui} />
        </Actions>
      }
    >
      <Words>
        <p class="over">{t.retry.title}</p>
        <Title>{reason}</Title>
        <p class="lead" role="alert">
          {remedy}
        </p>
      </Words>
    </Frame>
  );
};
