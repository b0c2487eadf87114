import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { LocationHandoffAnswer, LocationRedeemAnswer } from '@standpoint/contract';
import { gatherPhoneEvidence } from '@standpoint/web/phone';
import { useEffect } from 'preact/hooks';
import { untilHeard } from '../effects/insist.ts';
import { type Problem, problemOf } from '../flow/problems.ts';
import { LanguageChoice } from '../page/language-choice.tsx';
import type { Locale } from '../page/locale.ts';
import type { SavedStore } from '../page/saved.ts';
import { Actions, Button, Drawing, type DrawingName, Emblem, Title } from '../screens/parts.tsx';
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
      <header class="top">
        <span class="asker">{answer.origin.integrator}</span>
        {!answer.livemode && <span class="badge">{t.test_mode}</span>}
      </header>
      <main>
        <ScreenOf {...props} />
      </main>
      <footer class="bottom">
        <LanguageChoice t={t} locale={locale} setLocale={setLocale} />
      </footer>
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
  const { answer, screen, t, l, share } = props;
  const { integrator } = answer.origin;
  switch (screen.name) {
    case 'confirm':
      return <Confirm {...props} sending={screen.sending} />;
    case 'allow':
      return <Allow {...props} />;
    case 'locating':
      return <Told icon="wifi" tone="accent" title={l.locating.title} body={l.locating.body} busy />;
    case 'retry':
      return (
        <Told icon="alert" tone="warn" title={l.retry.title} reasons={screen.reasons}>
          <Button onClick={share}>{l.retry.go}</Button>
        </Told>
      );
    case 'ended': {
      const { title, body } = screen.passed ? l.done : l.ended;
      const look = screen.passed ? (['check', 'good'] as const) : (['question', 'calm'] as const);
      return <Told icon={look[0]} tone={look[1]} title={title} body={body} reasons={screen.reasons} />;
    }
    case 'denied':
      return (
        <Told icon="stop" tone="calm" title={l.denied.title} body={fill(l.denied.body, { integrator })} />
      );
    case 'error':
      return <Told icon="phone" tone="warn" {...t.problems[screen.problem]} />;
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
  <section>
    <Emblem name="pin" />
    <Title>{l.allow.title}</Title>
    <p>{fill(l.allow.body, { integrator: answer.origin.integrator })}</p>
    <ul class="points">
      <li>
        <Drawing name="pin" />
        {l.allow.precise}
      </li>
      <li>
        <Drawing name="wifi" />
        {l.allow.window}
      </li>
      <li>
        <Drawing name="lock" />
        {l.allow.once}
      </li>
    </ul>
    <Actions>
      <Button onClick={share}>{l.allow.go}</Button>
      <Button kind="second" onClick={deny}>
        {t.confirm.not_me}
      </Button>
    </Actions>
  </section>
);

interface ToldProps {
  icon: DrawingName;
  tone: 'accent' | 'good' | 'warn' | 'calm';
  title: string;
  body?: string;
  reasons?: Reasons;
  busy?: boolean;
  children?: preact.ComponentChildren;
}

/** Shows what happened, and what the person can do about each reason. */
const Told = ({ icon, tone, title, body, reasons = [], busy, children }: ToldProps) => (
  <section class={busy || reasons.length === 0 ? 'center' : undefined}>
    {busy ? <div class="spinner" /> : <Emblem name={icon} tone={tone} />}
    <Title>{title}</Title>
    {body && <p role={busy ? 'status' : undefined}>{body}</p>}
    {reasons.map(({ code, message, remedy }) => (
      <p key={code} class="note">
        <strong>{message}</strong> {remedy}
      </p>
    ))}
    {children && <Actions>{children}</Actions>}
  </section>
);
