import type { Ending } from '../flow/state.ts';
import { asker, type Ui } from '../page/ui.ts';
import { fill } from '../texts/texts.ts';
import { Receipt, Retention, Support } from './closing.tsx';
import { YourConsent } from './consent-details.tsx';
import { Actions, Button, type DrawingName, Emblem, Title } from './parts.tsx';
import { Shut } from './shut.tsx';

const LOOKS: Record<Ending, DrawingName> = {
  expired: 'clock',
  canceled: 'stop',
  failed: 'alert',
  consent_declined: 'camera',
  consent_withdrawn: 'check',
  denied: 'check',
  denied_on_phone: 'phone',
};

/** Ends without a result: nothing more can happen here, and the text says where to turn. */
export const Ended = ({ ui, how }: { ui: Ui; how: Ending }) => {
  const { t, state, close, back_url } = ui;
  const words = t.ended[how];
  return (
    <section class="center">
      <Emblem name={LOOKS[how]} tone="calm" />
      <Title>{words.title}</Title>
      <p>{fill(words.body, { integrator: asker(ui) })}</p>
      <Receipt ui={ui} />
      {(state.session?.attempts_used ?? 0) > 0 && how !== 'consent_withdrawn' && <Retention ui={ui} />}
      <Actions>
        {back_url ? (
          <a class="main button" href={back_url}>
            {t.result.back}
          </a>
        ) : close ? (
          <Button onClick={close}>{t.result.back}</Button>
        ) : (
          <Shut ui={ui} />
        )}
        <Support ui={ui} />
      </Actions>
      <YourConsent ui={ui} />
    </section>
  );
};
