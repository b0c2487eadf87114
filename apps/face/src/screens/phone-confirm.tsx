import { useState } from 'preact/hooks';
import type { Ui } from '../page/ui.ts';
import type { Texts } from '../texts/texts.ts';
import { Actions, Button, Title } from './parts.tsx';

const NUMBER = /^\d{2}$/;
/** Accepts digits of any script: an Arabic keyboard types ٤٢. */
const asDigits = (text: string): string =>
  text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\D/g, '')
    .slice(0, 2);

export type Fact = [name: string, value: string | null];

/**
 * Shows which organization asks, for what, and where the check was started. The person types the number that
 * only the other screen shows.
 */
export const PhoneConfirm = ({
  ui: { t, state, locale, dispatch },
  sending,
}: {
  ui: Ui;
  sending: boolean;
}) => {
  const origin = state.origin!;
  const facts: Fact[] = [
    [t.confirm.who, origin.integrator],
    [t.confirm.what, origin.purpose],
    [t.confirm.device, origin.device_label],
    [t.confirm.when, moment(locale, origin.started_at)],
    [t.confirm.customer, origin.customer_hint],
  ];
  return (
    <ConfirmForm
      t={t}
      body={t.confirm.body}
      facts={facts}
      sending={sending}
      confirm={(number) => dispatch({ type: 'confirm', number })}
      deny={() => dispatch({ type: 'deny' })}
    />
  );
};

export const moment = (locale: string, at: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));

interface ConfirmProps {
  t: Texts;
  body: string;
  facts: readonly Fact[];
  sending: boolean;
  confirm(number: string): void;
  deny(): void;
}

const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl class="facts">
    {facts.map(
      ([name, value]) =>
        value && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ),
    )}
  </dl>
);

interface NumberProps {
  t: Texts;
  number: string;
  missing: boolean;
  setNumber(digits: string): void;
}

const NumberField = ({ t, number, missing, setNumber }: NumberProps) => (
  <>
    <label for="number">{t.confirm.number_label}</label>
    <p id="number-hint" class="small">
      {t.confirm.number_hint}
    </p>
    <input
      id="number"
      class="number"
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      maxLength={2}
      value={number}
      aria-describedby={missing ? 'number-missing number-hint' : 'number-hint'}
      aria-invalid={missing ? 'true' : undefined}
      onInput={(event) => {
        const digits = asDigits(event.currentTarget.value);
        event.currentTarget.value = digits;
        setNumber(digits);
      }}
    />
    <p id="number-missing" class="problem" role="alert">
      {missing ? t.confirm.number_missing : ''}
    </p>
  </>
);

/** Facts, a field for two digits, and two ways out. */
export const ConfirmForm = ({ t, body, facts, sending, confirm, deny }: ConfirmProps) => {
  const [number, setNumber] = useState('');
  const [missing, setMissing] = useState(false);
  const typed = (digits: string) => {
    setNumber(digits);
    setMissing(false);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (sending) return;
    setMissing(!NUMBER.test(number));
    if (NUMBER.test(number)) confirm(number);
  };
  return (
    <section>
      <Title>{t.confirm.title}</Title>
      <p>{body}</p>
      <FactList facts={facts} />
      <form onSubmit={submit} noValidate>
        <NumberField t={t} number={number} missing={missing} setNumber={typed} />
        <Actions>
          <Button type="submit" busy={sending} onClick={() => {}}>
            {t.confirm.go}
          </Button>
          <Button kind="second" onClick={deny}>
            {t.confirm.not_me}
          </Button>
        </Actions>
      </form>
    </section>
  );
};
