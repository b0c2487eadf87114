import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { LocationHandoffAnswer, LocationRedeemAnswer } from '@standpoint/contract';
import { gatherPhoneEvidence } from '@standpoint/web/phone';
import { useEffect } from 'preact/hooks';
import { Art, type ArtName } from '../draw/art.tsx';
import { Icon } from '../draw/icon.tsx';
import { untilHeard } from '../effects/insist.ts';
import { type Problem, problemOf } from '../flow/problems.ts';
import { Header } from '../frame/header.tsx';
import { Frame, Words } from '../frame/layout.tsx';
import { Legal } from '../frame/legal.tsx';
import { Actions, Button, Title } from '../frame/parts.tsx';
import type { Locale } from '../page/locale.ts';
import type { SavedStore } from '../page/saved.ts';
import { ConfirmForm, type Fact, moment } from '../screens/phone-confirm.tsx';
import type { Api } from '../service/api.ts';
import { ApiError } from '../service/call.ts';
import { fill, type Texts } from '../texts/texts.ts';
import type { LocationTexts } from './texts/shape.ts';
import { loadLocationTexts } from './texts/texts.ts';

interface Opening {
  answer: LocationRedeemAnswer;
  api: Api;
  saved: SavedStore;
  locale: ReadonlySignal<Locale>;
  texts: ReadonlySignal<Texts>;
  setLocale(locale: Locale): void;
}

type Reasons = LocationHandoffAnswer['reasons'];
type Screen =
  | { name: 'confirm'; sending: boolean }
  | { name: 'allow' }
  | { name: 'locating' }
  | { name: 'retry'; reasons: Reasons }
  | { name: 'ended'; reasons: Reasons; passed: boolean }
  | { name: 'denied' }
  | { name: 'error'; problem: Problem };

/** The outcome when nothing happens: the phone's token has expired. */
const IDLE_MS = 15 * 60_000;
const ENDS: readonly Screen['name'][] = ['ended', 'denied', 'error'];

/** The texts of this page in the language of the moment. */
const followLanguage = async (locale: ReadonlySignal<Locale>): Promise<ReadonlySignal<LocationTexts>> => {
  const words = signal(await loadLocationTexts(locale.value));
  effect(() => {
    const wanted = locale.value;
    void loadLocationTexts(wanted).then((loaded) => {
      if (wanted === locale.value) words.value = loaded;
    });
  });
  return words;
};

/** As on every page of this app, a screen has a timer or is an end. */
const endWhenIdle = (screen: Signal<Screen>): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    clearTimeout(timer);
    if (ENDS.includes(screen.value.name)) return;
    timer = setTimeout(() => {
      screen.value = { name: 'error', problem: 'handoff_timed_out' };
    }, IDLE_MS);
  });
};

/** The phone's side of a location check: confirm that it is yours, allow the position, done. */
export const openLocation = async ({ answer, api, saved, locale, texts, setLocale }: Opening) => {
  const words = await followLanguage(locale);
  const asks = answer.confirm.type === 'number' && !saved.read()?.confirmed;
  const screen = signal<Screen>(asks ? { name: 'confirm', sending: false } : { name: 'allow' });
  endWhenIdle(screen);

  const trying = (work: () => Promise<void>) => {
    work().catch((error) => {
      const problem = error instanceof ApiError ? problemOf(error.code) : 'internal';
      screen.value = { name: 'error', problem };
    });
  };
  const confirm = (number: string) =>
    trying(async () => {
      screen.value = { name: 'confirm', sending: true };
      const { confirmed } = await api.confirmLocation(number);
      if (confirmed) saved.write({ confirmed });
      screen.value = confirmed ? { name: 'allow' } : { name: 'error', problem: 'handoff_wrong_number' };
    });
  const deny = () => {
    screen.value = { name: 'denied' };
    void untilHeard(() => api.denyLocation());
  };
  const share = () =>
    trying(async () => {
      screen.value = { name: 'locating' };
      const evidence = await gatherPhoneEvidence(saved.read()!.token!, new AbortController().signal);
      const { decision, reasons, next_token } = await api.verifyLocation(evidence);
      if (next_token) saved.write({ token: next_token });
      screen.value = next_token
        ? { name: 'retry', reasons }
        : { name: 'ended', reasons, passed: decision === 'pass' };
    });

  return () => (
    <Page
      {...{ answer, screen: screen.value, t: texts.value, l: words.value, locale: locale.value }}
      {...{ setLocale, confirm, deny, share }}
    />
  );
};

interface PageProps {
  answer: LocationRedeemAnswer;
  screen: Screen;
  t: Texts;
  l: LocationTexts;
  locale: Locale;
  setLocale(locale: Locale): void;
  confirm(number: string): void;
  deny(): void;
  share(): void;
}

const Page = (props: PageProps) => {
  const { answer, screen, t, l, locale, setLocale } = props;
  useEffect(() => {
    document.title = `${l.title} · ${answer.origin.integrator}`;
    document.querySelector('h1')?.focus();
  }, [screen.name, l]);
  return (
    <div class={`page on-${screen.name}`}>
      <Header
        t={t}
        locale={locale}
        setLocale={setLocale}
        integrator={answer.origin.integrator}
        test={!answer.livemode}
        leave={null}
      />
      <main>
        <ScreenOf {...props} />
      </main>
      <Legal t={t} />
    </div>
  );
};

/** "United States" in the person's language, or the code if the browser knows no name. */
const countryName = (locale: string, code: string | null): string | null => {
  try {
    return code && (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code);
  } catch {
    return code;
  }
};

const ScreenOf = (props: PageProps) => {
  const { answer, screen, t, l, share, deny } = props;
  const { integrator } = answer.origin;
  switch (screen.name) {
    case 'confirm':
      return <Confirm {...props} sending={screen.sending} />;
    case 'allow':
      return <Allow {...props} />;
    case 'locating':
      return <Told art="looking" title={l.locating.title} body={l.locating.body} busy />;
    case 'retry':
      return (
        <Told art="coarse" title={l.retry.title} reasons={screen.reasons}>
          <Button onClick={share}>{l.retry.go}</Button>
          <Button kind="quiet" onClick={deny}>
            {t.confirm.not_me}
          </Button>
        </Told>
      );
    case 'ended': {
      const words = screen.passed ? l.done : l.ended;
      return <Told art={screen.passed ? 'found' : 'map'} {...words} reasons={screen.reasons} />;
    }
    case 'denied':
      return <Told art="linked" title={l.denied.title} body={fill(l.denied.body, { integrator })} />;
    case 'error':
      return <Told art="linked" {...t.problems[screen.problem]} />;
  }
};

const Confirm = ({ answer, t, l, locale, confirm, deny, sending }: PageProps & { sending: boolean }) => {
  const { origin } = answer;
  const facts: Fact[] = [
    [t.confirm.who, origin.integrator],
    [t.confirm.what, origin.purpose],
    [t.confirm.device, origin.device_label],
    [l.confirm.place, countryName(locale, origin.place)],
    [t.confirm.when, moment(locale, origin.started_at)],
    [t.confirm.customer, origin.customer_hint],
  ];
  return <ConfirmForm {...{ t, facts, sending, confirm, deny }} body={l.confirm.body} />;
};

const Allow = ({ answer, l, t, share, deny }: PageProps) => (
  <Frame
    scene={<Art name="map" />}
    actions={
      <Actions>
        <p class="small">{l.allow.ask}</p>
        <Button onClick={share}>{l.allow.go}</Button>
        <Button kind="quiet" onClick={deny}>
          {t.confirm.not_me}
        </Button>
      </Actions>
    }
  >
    <Words>
      <Title>{l.allow.title}</Title>
      <p class="lead">{fill(l.allow.body, { integrator: answer.origin.integrator })}</p>
    </Words>
    <ul class="points">
      <li>
        <Icon name="clock" />
        <span>{l.allow.once}</span>
      </li>
      <li>
        <Icon name="pin" />
        <span>{l.allow.precise}</span>
      </li>
      <li>
        <Icon name="window" />
        <span>{l.allow.window}</span>
      </li>
    </ul>
  </Frame>
);

interface ToldProps {
  art: ArtName;
  title: string;
  body?: string;
  reasons?: Reasons;
  busy?: boolean;
  children?: preact.ComponentChildren;
}

/** Shows what happened, and what the person can do about each reason. */
const Told = ({ art, title, body, reasons = [], busy, children }: ToldProps) => (
  <Frame anchor scene={<Art name={art} />} actions={children && <Actions>{children}</Actions>}>
    <Words>
      <Title>{title}</Title>
      {body && (
        <p class="lead" role={busy ? 'status' : undefined}>
          {body}
        </p>
      )}
    </Words>
    {reasons.map(({ code, message, remedy }) => (
      <p key={code} class="note">
        <strong>{message}</strong> {remedy}
      </p>
    ))}
  </Frame>
);
