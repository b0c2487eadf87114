import { consentEntry } from '@standpoint/contract/face/page-texts';
import { directionOf, type Locale, tagOf } from '../page/locale.ts';
import { asker, type Ui } from '../page/ui.ts';
import { fill } from '../texts/texts.ts';
import { retentionWords } from './closing.tsx';
import { DeclinedBefore } from './declined-before.tsx';
import { Actions, Button, Drawing, Title } from './parts.tsx';

const Points = ({ ui }: { ui: Ui }) => {
  const { points } = ui.t.consent;
  return (
    <ul class="points">
      <li>
        <Drawing name="camera" />
        {points.camera}
      </li>
      <li>
        <Drawing name="person" />
        {points.use}
      </li>
      <li>
        <Drawing name="lock" />
        {retentionWords(ui).join(' ')}
      </li>
    </ul>
  );
};

/**
 * Is shown before the camera opens. It names the organization that asks, the reason, and what happens to the
 * pictures. Saying no is as easy as saying yes.
 */
export const Consent = ({ ui, sending }: { ui: Ui; sending: boolean }) => {
  const { t, state, dispatch, locale } = ui;
  const integrator = asker(ui);
  const purpose = state.workflow?.purpose;
  // The exact text that the service records with this language.
  const [tag, text] = consentEntry(state.workflow?.consent_texts ?? {}, locale) ?? [
    tagOf(locale),
    fill(t.consent.text, { integrator }),
  ];
  return (
    <section>
      <Title>{t.consent.title}</Title>
      <DeclinedBefore ui={ui} />
      <p>{fill(t.consent.intro, { integrator })}</p>
      {purpose && <p class="note">{fill(t.consent.purpose, { purpose })}</p>}
      <Points ui={ui} />
      <h2>{t.consent.read}</h2>
      <p class="legal" lang={tag} dir={directionOf(tag.split('-')[0] as Locale)}>
        {text}
      </p>
      <Actions>
        <Button busy={sending} onClick={() => dispatch({ type: 'consent', accepted: true })}>
          {t.consent.agree}
        </Button>
        <Button kind="second" onClick={() => dispatch({ type: 'consent', accepted: false })}>
          {t.consent.decline}
        </Button>
      </Actions>
    </section>
  );
};
