import { useEffect } from 'preact/hooks';
import { Icon, type IconName } from '../draw/icon.tsx';
import { Oval } from '../draw/oval.tsx';
import { Frame, Words } from '../frame/layout.tsx';
import { Actions, Button, Title } from '../frame/parts.tsx';
import { consentShown } from '../page/consent-shown.ts';
import { directionOf, type Locale } from '../page/locale.ts';
import { purposeIn } from '../page/purpose.ts';
import { asker, type Ui } from '../page/ui.ts';
import { fill } from '../texts/texts.ts';
import { ConsentDetails } from './consent-details.tsx';
import { DeclinedBefore } from './declined-before.tsx';
import { effortOf } from './effort.ts';
import { prepareHandoff } from './to-phone-later.tsx';

const Answers = ({ ui: { t, dispatch }, sending }: { ui: Ui; sending: boolean }) => (
  <>
    <Button
      busy={sending}
      onClick={() => dispatch({ type: 'consent', accepted: true, pressed: t.consent.agree })}
    >
      {t.consent.agree}
    </Button>
    <Button kind="second" equal onClick={() => dispatch({ type: 'consent', accepted: false })}>
      {t.consent.decline}
    </Button>
  </>
);

/** What for, and how long it is kept. */
const POINTS: readonly IconName[] = ['person', 'bin'];

type Written = { lang: string; dir: ReturnType<typeof directionOf> };

/** The effort, the lines of the text, and the way to the rest of it. */
const Points = ({ ui, short, written }: { ui: Ui; short: readonly string[]; written: Written }) => {
  const effort = effortOf(ui);
  return (
    <ul class="points">
      {effort && (
        <li class="effort">
          <Icon name="clock" />
          <span>{effort}</span>
        </li>
      )}
      {short.map((line, i) => (
        <li key={line} class="said" {...written}>
          <Icon name={POINTS[i] ?? 'check'} />
          <span>{line}</span>
        </li>
      ))}
      <li>
        <Icon name="info" />
        <ConsentDetails ui={ui} label={ui.t.consent.details} />
      </li>
    </ul>
  );
};

/**
 * Is shown before the camera opens. It names the organization that asks and the reason; the rest are the words
 * of the text that the service made from the workflow and records. Saying no is as easy as saying yes.
 */
export const Consent = ({ ui, sending }: { ui: Ui; sending: boolean }) => {
  const { t, state, locale } = ui;
  const { tag, short, agreement } = consentShown(state, locale);
  const written = { lang: tag, dir: directionOf(tag.split('-')[0] as Locale) };
  const purpose = purposeIn(state.workflow, locale);
  useEffect(() => {
    if (!state.device.mobile) prepareHandoff();
  }, []);
  return (
    <Frame
      kind="consent"
      scene={<Oval mouth="smile" />}
      actions={
        <Actions>
          <p class="small legal" {...written}>
            {agreement}
          </p>
          <Answers ui={ui} sending={sending} />
        </Actions>
      }
    >
      <Words>
        {purpose && <p class="over">{purpose}</p>}
        <Title>{t.consent.title}</Title>
        <p class="lead">{fill(t.consent.intro, { integrator: asker(ui) })}</p>
      </Words>
      <DeclinedBefore ui={ui} />
      <Points ui={ui} short={short} written={written} />
    </Frame>
  );
};
