import { mayUsePhone } from '../flow.ts';
import type { Alternative } from '../flow-state.ts';
import { Actions, Button, Drawing, Emblem, Title } from '../parts.tsx';
import type { Ui } from '../ui.ts';

const Options = ({ ui }: { ui: Ui }) => {
  const { t, state, choose } = ui;
  const offered = (['no_flash', 'no_head_motion', 'audio'] as const).filter((way) =>
    state.workflow?.alternatives.includes(way),
  );
  if (offered.length === 0) return null;
  const toggle = (way: Alternative) => choose(state.alternative === way ? null : way);
  return (
    <fieldset class="options">
      <legend>{t.ready.options}</legend>
      {offered.includes('no_flash') && <p class="small">{t.ready.flash}</p>}
      {offered.map((way) => (
        <label key={way} class="choice">
          <input type="checkbox" checked={state.alternative === way} onChange={() => toggle(way)} />
          {t.ready[way]}
        </label>
      ))}
    </fieldset>
  );
};

/** Before the browser asks for the camera: a question that comes unprepared is refused. */
export const Primer = ({ ui }: { ui: Ui }) => {
  const { t, state, dispatch } = ui;
  const phone = mayUsePhone(state) && !state.device.mobile;
  return (
    <section>
      <Emblem name="face" />
      <Title>{t.primer.title}</Title>
      <p>{t.primer.body}</p>
      <ul class="points">
        <li>
          <Drawing name="sun" />
          {t.primer.tips.light}
        </li>
        <li>
          <Drawing name="glasses" />
          {t.primer.tips.face}
        </li>
        <li>
          <Drawing name="level" />
          {t.primer.tips.hold}
        </li>
      </ul>
      <Options ui={ui} />
      <Actions>
        <Button onClick={() => dispatch({ type: 'open_camera' })}>
          {phone ? t.primer.here : t.primer.go}
        </Button>
        {phone && (
          <Button kind="second" onClick={() => dispatch({ type: 'use_phone' })}>
            {t.primer.phone}
          </Button>
        )}
      </Actions>
    </section>
  );
};
