import { consentShown } from '../page/consent-shown.ts';
import { directionOf, type Locale } from '../page/locale.ts';
import { asker, type Ui } from '../page/ui.ts';
import { fill } from '../texts/texts.ts';
import { ConsentDetails } from './consent-details.tsx';
import { DeclinedBefore } from './declined-before.tsx';
import { Actions, Button, Drawing, type DrawingName, Title } from './parts.tsx';

/** What is taken, what for, and how long it is kept. */
const POINTS: readonly DrawingName[] = ['camera', 'person', 'lock'];

/**
 * Is shown before the camera opens. It names the organization that asks and the reason; the rest are the words
 * of the text that the service made from the workflow and records. Saying no is as easy as saying yes.
 */
export const Consent = ({ ui, sending }: { ui: Ui; sending: boolean }) => {
  const { t, state, dispatch, locale } = ui;
  const integrator = asker(ui);
  const purpose = state.workflow?.purpose;
  const { tag, short, agreement } = consentShown(state, locale);
  const written = { lang: tag, dir: directionOf(tag.split('-')[0] as Locale) };
  return (
    <section>
      <Title>{t.consent.title}</Title>
      <DeclinedBefore ui={ui} />
      <p>{fill(t.consent.intro, { integrator })}</p>
      {purpose && <p class="note">{fill(t.consent.purpose, { purpose })}</p>}
      <ul class="points" {...written}>
        {short.map((line, i) => (
          <li key={line}>
            <Drawing name={POINTS[i] ?? 'check'} />
            {line}
          </li>
        ))}
      </ul>
      <ConsentDetails ui={ui} />
      <p class="legal" {...written}>
        {agreement}
      </p>
      <Actions>
        <Button
          busy={sending}
          onClick={() => dispatch({ type: 'consent', accepted: true, pressed: t.consent.agree })}
        >
          {t.consent.agree}
        </Button>
        <Button kind="second" onClick={() => dispatch({ type: 'consent', accepted: false })}>
          {t.consent.decline}
        </Button>
      </Actions>
    </section>
  );
};
