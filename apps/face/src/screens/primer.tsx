import { Icon } from '../draw/icon.tsx';
import { mayUsePhone } from '../flow/flow.ts';
import type { State } from '../flow/state.ts';
import { Frame, Words } from '../frame/layout.tsx';
import { Actions, Button, Title } from '../frame/parts.tsx';
import { isCalm } from '../page/calm.ts';
import { planOf } from '../page/plan.ts';
import type { Ui } from '../page/ui.ts';
import { Options } from '../senses/options.tsx';
import { fill } from '../texts/texts.ts';
import { DeclinedBefore } from './declined-before.tsx';
import { kindsShown, Performance } from './performance.tsx';

const Tips = ({ ui: { t } }: { ui: Ui }) => (
  <ul class="chips">
    <li>
      <Icon name="sun" />
      <span>{t.primer.tips.light}</span>
    </li>
    <li>
      <Icon name="glasses" />
      <span>{t.primer.tips.face}</span>
    </li>
    <li>
      <Icon name="level" />
      <span>{t.primer.tips.hold}</span>
    </li>
  </ul>
);

/** "Follow the head. It takes about 20 seconds." */
const leadOf = ({ t, state, locale }: Ui): string => {
  const seconds = planOf(state, isCalm())?.seconds;
  const time = seconds && fill(t.primer.time, { seconds: new Intl.NumberFormat(locale).format(seconds) });
  const moves = kindsShown(state).length > 0;
  return [moves ? t.primer.follow : t.primer.look, time].filter(Boolean).join(' ');
};

/** What a person reads of the colours before the camera opens. Null if there is nothing to leave out. Pure. */
export const colourNoticeOf = (
  state: Pick<State, 'workflow' | 'alternative' | 'no_colours' | 'unlit'>,
  calm: boolean,
): 'light' | 'unlit' | null => {
  if (planOf(state, calm)?.colours) return 'light';
  // With a way back for a person who left them out here.
  return planOf({ ...state, no_colours: false }, calm)?.colours ? 'unlit' : null;
};

/** A person who is sensitive to light leaves the colours out in the same line that tells of them. */
const ColourNotice = ({ ui: { t, state, dispatch } }: { ui: Ui }) => {
  const notice = colourNoticeOf(state, isCalm());
  if (!notice) return null;
  return (
    <p class="small colour-notice">
      <span role="status">{t.primer[notice]}</span>{' '}
      <button
        type="button"
        class="quiet"
        onClick={() => dispatch({ type: 'colours', on: notice === 'unlit' })}
      >
        {notice === 'light' ? t.ready.no_flash : t.primer.relight}
      </button>
    </p>
  );
};

/** Shown before the browser asks for the camera: people refuse a question that comes without warning. */
export const Primer = ({ ui }: { ui: Ui }) => {
  const { t, state, dispatch } = ui;
  const phone = mayUsePhone(state) && !state.device.mobile;
  return (
    <Frame
      kind="primer"
      scene={<Performance ui={ui} />}
      actions={
        <Actions>
          <ColourNotice ui={ui} />
          <p class="small">{t.primer.body}</p>
          <Button onClick={() => dispatch({ type: 'open_camera' })}>
            {phone ? t.primer.here : t.primer.go}
          </Button>
          {phone && (
            <Button kind="second" onClick={() => dispatch({ type: 'use_phone' })}>
              {t.primer.phone}
            </Button>
          )}
          <Options ui={ui} />
        </Actions>
      }
    >
      <Words>
        <Title>{t.primer.title}</Title>
        <p class="lead">{leadOf(ui)}</p>
      </Words>
      {!state.consent?.required && <DeclinedBefore ui={ui} />}
      <Tips ui={ui} />
    </Frame>
  );
};
