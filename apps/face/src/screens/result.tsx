import { asker, type Ui } from '../page/ui.ts';
import { fill } from '../texts/texts.ts';
import { Receipt, Retention, Support } from './closing.tsx';
import { YourConsent } from './consent-details.tsx';
import { Actions, Button, type DrawingName, Emblem, Title } from './parts.tsx';

const LOOKS: Record<
  'approved' | 'declined' | 'review' | 'status',
  { name: DrawingName; tone: 'good' | 'calm' | 'accent' }
> = {
  approved: { name: 'check', tone: 'good' },
  declined: { name: 'person', tone: 'calm' },
  review: { name: 'clock', tone: 'accent' },
  status: { name: 'check', tone: 'accent' },
};

/**
 * The end: it shows the decision only if the workflow allows it, and never a reason that would help an
 * attacker.
 */
export const Result = ({ ui }: { ui: Ui }) => {
  const { t, state, close, back_url } = ui;
  const shown = state.workflow?.client_result === 'decision' && state.decision ? state.decision : 'status';
  const words = t.result[shown];
  return (
    <section class="center">
      <Emblem {...LOOKS[shown]} />
      <Title>{words.title}</Title>
      <p>{fill(words.body, { integrator: asker(ui) })}</p>
      {state.role === 'phone' ? <p>{t.result.phone}</p> : !close && !back_url && <p>{t.result.close}</p>}
      <Receipt ui={ui} />
      <Retention ui={ui} enrols={shown !== 'declined'} />
      <Actions>
        {back_url && (
          <a class="main button" href={back_url}>
            {t.result.back}
          </a>
        )}
        {!back_url && close && <Button onClick={close}>{t.result.back}</Button>}
        {shown === 'declined' && <Support ui={ui} />}
      </Actions>
      <YourConsent ui={ui} />
    </section>
  );
};
