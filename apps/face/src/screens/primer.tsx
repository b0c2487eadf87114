import { mayUsePhone } from '../flow/flow.ts';
import type { Ui } from '../page/ui.ts';
import { Options } from '../senses/options.tsx';
import { YourConsent } from './consent-details.tsx';
import { DeclinedBefore } from './declined-before.tsx';
import { Actions, Button, Drawing, Emblem, Title } from './parts.tsx';

/** Shown before the browser asks for the camera: people refuse a question that comes without warning. */
export const Primer = ({ ui }: { ui: Ui }) => {
  const { t, state, dispatch } = ui;
  const phone = mayUsePhone(state) && !state.device.mobile;
  return (
    <section>
      <Emblem name="face" />
      <Title>{t.primer.title}</Title>
      {!state.consent?.required && <DeclinedBefore ui={ui} />}
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
      <YourConsent ui={ui} />
    </section>
  );
};
