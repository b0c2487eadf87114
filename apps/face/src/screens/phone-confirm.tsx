import { useState } from 'preact/hooks';
import { Frame, Words } from '../frame/layout.tsx';
import { Actions, Button, Title } from '../frame/parts.tsx';
import { purposeIn } from '../page/purpose.ts';
import type { Ui } from '../page/ui.ts';
import type { Texts } from '../texts/texts.ts';

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
    [t.confirm.what, purposeIn(state.workflow, locale)],
    [t.confirm.device, origin.device_label],
    [t.confirm.when, moment(locale, origin.started_at)],
    [t.confirm.customer, origin.customer_hint],
  ];
  return (
    <ConfirmForm
      t={t}
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
  /** What the person should make sure of, above the facts. */
  body?: string;
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

/** Two boxes drawn behind one input, so that the keyboard, the clipboard and readers meet a single field. */
const NumberField = ({ t, number, missing, setNumber }: NumberProps) => (
  <>
    <div class="digits">
      <input
        id="number"
        class="number"
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={2}
        value={number}
        aria-label={t.confirm.number_label}
        aria-describedby={missing ? 'number-missing number-hint' : 'number-hint'}
        aria-invalid={missing ? 'true' : undefined}
        onInput={(event) => {
          const digits = asDigits(event.currentTarget.value);
          event.currentTarget.value = digits;
          setNumber(digits);
        }}
      />
      <i class={number.length === 0 ? 'on' : ''} />
      <i class={number.length === 1 ? 'on' : ''} />
    </div>
    <p id="number-missing" class="missing problem" role="alert">
      {missing ? t.confirm.number_missing : ''}
    </p>
  </>
);

/** The number first, so that no keyboard covers it; the facts below; and two ways out. */
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
    <form class="asks" onSubmit={submit} noValidate>
      <Frame
        actions={
          <Actions>
            <Button type="submit" busy={sending} onClick={() => {}}>
              {t.confirm.go}
            </Button>
            <Button kind="quiet" onClick={deny}>
              {t.confirm.not_me}
            </Button>
          </Actions>
        }
      >
        <Words>
          <Title>{t.confirm.title}</Title>
          <p id="number-hint" class="lead">
            {t.confirm.number_hint}
          </p>
        </Words>
        <NumberField t={t} number={number} missing={missing} setNumber={typed} />
        {body && <p class="note">{body}</p>}
        <FactList facts={facts} />
      </Frame>
    </form>
  );
};
