import { mayUseHere } from '../flow/flow.ts';
import { MovingCode } from '../page/qr.tsx';
import type { Ui } from '../page/ui.ts';
import { fill } from '../texts/texts.ts';
import { DeclinedBefore } from './declined-before.tsx';
import { Actions, Button, Emblem, Title } from './parts.tsx';
import { Code, duration, type Handoff, Left, useAge } from './shown-code.tsx';

/** When the next QR code replaces this one. */
const Renewal = ({ ui: { t, locale }, next_s }: { ui: Ui; next_s: number }) =>
  next_s > 0 ? (
    <Left text={t.handoff.fresh} time={duration(locale, next_s)} kind="small" />
  ) : (
    <p class="small">{t.handoff.making}</p>
  );

/** `over`: the link has expired. */
const WaitingActions = ({ ui, screen, over }: { ui: Ui; screen: Handoff; over: boolean }) => {
  const { t, state, dispatch } = ui;
  const { channel } = screen;
  const other = channel === 'link' ? 'qr' : 'link';
  return (
    <Actions>
      {over && (
        <Button onClick={() => dispatch({ type: 'use_phone', channel })}>{t.handoff.link_again}</Button>
      )}
      {state.handoff.channels.includes(other) && (
        <Button kind="second" onClick={() => dispatch({ type: 'use_phone', channel: other })}>
          {channel === 'link' ? t.handoff.use_qr : t.handoff.use_link}
        </Button>
      )}
      {mayUseHere(state) && (state.device.camera || state.device.mobile) && (
        <Button kind="quiet" onClick={() => dispatch({ type: 'use_this_device' })}>
          {t.handoff.here}
        </Button>
      )}
    </Actions>
  );
};

const Waiting = ({ ui, screen }: { ui: Ui; screen: Handoff }) => {
  const { t } = ui;
  const { code, channel } = screen;
  const age_s = useAge(code);
  const link = channel === 'link';
  const over = link && code !== null && age_s >= code.life_s;
  return (
    <section class="center">
      <Title>{link ? t.handoff.link_title : t.handoff.title}</Title>
      <p>{link ? t.handoff.link_body : t.handoff.body}</p>
      {!mayUseHere(ui.state) && <DeclinedBefore ui={ui} />}
      <Code ui={ui} screen={screen} age_s={age_s} />
      {!over && (
        <p class="live">
          <span class="pulse" aria-hidden="true" />
          {t.handoff.waiting}
        </p>
      )}
      {!link && <Renewal ui={ui} next_s={code?.refresh_s ? code.refresh_s - age_s : 0} />}
      <WaitingActions ui={ui} screen={screen} over={over} />
    </section>
  );
};

/** Which phone has the check, with a way to take the check back. */
const Phone = ({ ui: { t, state } }: { ui: Ui }) => (
  <p class="live">
    <span class="pulse on" aria-hidden="true" />
    {state.device_label
      ? fill(t.handoff.connected, { device: state.device_label })
      : t.handoff.connected_unknown}
  </p>
);
const TakeBack = ({ ui: { t, state, dispatch } }: { ui: Ui }) => (
  <Actions>
    {mayUseHere(state) ? (
      <Button kind="second" onClick={() => dispatch({ type: 'use_this_device' })}>
        {t.handoff.cancel}
      </Button>
    ) : (
      <Button kind="second" onClick={() => dispatch({ type: 'new_code' })}>
        {t.handoff.other_phone}
      </Button>
    )}
  </Actions>
);
/** The region exists before its text, so that screen readers announce the text. */
const Warned = ({ ui: { t, state } }: { ui: Ui }) => (
  <div role="alert">{state.warned && <p class="warning">{t.handoff.used_twice}</p>}</div>
);

const Connected = ({ ui, confirmed }: { ui: Ui; confirmed: boolean }) => {
  const { t, state } = ui;
  return (
    <section class="center">
      <Emblem name="phone" tone={confirmed ? 'good' : 'accent'} />
      <Title>{confirmed ? t.handoff.capturing_title : t.handoff.connected_title}</Title>
      <Phone ui={ui} />
      {!confirmed && state.number && (
        <p class="big-number" dir="ltr">
          <span class="visually-hidden">{fill(t.handoff.number_label, { number: state.number })}</span>
          <span aria-hidden="true">{state.number}</span>
        </p>
      )}
      {confirmed && <p>{t.handoff.capturing}</p>}
      <Warned ui={ui} />
      {!confirmed && <p class="small">{t.handoff.not_yours}</p>}
      <TakeBack ui={ui} />
    </section>
  );
};

/**
 * The moving code for the phone’s rear camera. A person who cannot see it does not have to act here: the
 * phone offers the way on.
 */
const Pairing = ({ ui, code }: { ui: Ui; code: string | undefined }) => {
  const { t } = ui;
  return (
    <section class="center">
      <Title>{t.handoff.pairing_title}</Title>
      <p>{t.handoff.pairing}</p>
      <div class="qr-frame moving">
        {code ? <MovingCode text={code} /> : <span class="spinner" aria-hidden="true" />}
      </div>
      <p class="visually-hidden">{t.handoff.pairing_label}</p>
      <Phone ui={ui} />
      <Warned ui={ui} />
      <TakeBack ui={ui} />
    </section>
  );
};

/** The reason, as far as the service has told it: a wrong number may have been a stranger's guess. */
const whyAborted = ({ t, state }: Ui): string => {
  const code = state.session?.last_error?.code;
  if (code === 'handoff_wrong_number') return t.handoff.aborted_number;
  return code === 'handoff_timed_out' ? t.handoff.aborted_time : t.handoff.aborted;
};

const Aborted = ({ ui }: { ui: Ui }) => {
  const { t, state, dispatch } = ui;
  return (
    <section class="center">
      <Emblem name="alert" tone="warn" />
      <Title>{t.handoff.aborted_title}</Title>
      <p role="alert">{whyAborted(ui)}</p>
      <Actions>
        <Button onClick={() => dispatch({ type: 'use_phone' })}>{t.handoff.again}</Button>
        {mayUseHere(state) && (
          <Button kind="second" onClick={() => dispatch({ type: 'use_this_device' })}>
            {t.handoff.here}
          </Button>
        )}
      </Actions>
    </section>
  );
};

/**
 * The desktop's side: waiting → connected (with the number) → perhaps the moving code → the phone is
 * capturing.
 */
export const HandoffQr = ({ ui, screen }: { ui: Ui; screen: Handoff }) => {
  if (screen.view === 'waiting') return <Waiting ui={ui} screen={screen} />;
  if (screen.view === 'aborted') return <Aborted ui={ui} />;
  if (screen.view === 'pairing') return <Pairing ui={ui} code={screen.moving} />;
  return <Connected ui={ui} confirmed={screen.view === 'confirmed'} />;
};
