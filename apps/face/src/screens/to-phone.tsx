import { Art } from '../draw/art.tsx';
import { mayUseHere } from '../flow/flow.ts';
import { Frame, Words } from '../frame/layout.tsx';
import { Actions, Button, Steps, Title } from '../frame/parts.tsx';
import { MovingCode } from '../page/qr.tsx';
import type { Ui } from '../page/ui.ts';
import { fill } from '../texts/texts.ts';
import { DeclinedBefore } from './declined-before.tsx';
import { Code, duration, type Handoff, Left, useAge } from './shown-code.tsx';

/** When the next QR code replaces this one. */
const Renewal = ({ ui: { t, locale }, next_s }: { ui: Ui; next_s: number }) =>
  next_s > 0 ? (
    <Left text={t.handoff.fresh} time={duration(locale, next_s)} kind="small" />
  ) : (
    <p class="small">{t.handoff.making}</p>
  );

const Pulse = ({ text, on }: { text: string; on?: boolean }) => (
  <p class="wait">
    <span class={`pulse${on ? ' on' : ''}`} aria-hidden="true" />
    {text}
  </p>
);

/** `over`: the link has expired. */
const WaitingActions = ({ ui, screen, over }: { ui: Ui; screen: Handoff; over: boolean }) => {
  const { t, state, dispatch } = ui;
  const { channel } = screen;
  const other = channel === 'link' ? 'qr' : 'link';
  return (
    <Actions>
      {over ? (
        <Button onClick={() => dispatch({ type: 'use_phone', channel })}>{t.handoff.link_again}</Button>
      ) : (
        <Pulse text={t.handoff.waiting} />
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

/** The code beside three steps, or the link below its words. */
const Waiting = ({ ui, screen }: { ui: Ui; screen: Handoff }) => {
  const { t } = ui;
  const { code, channel } = screen;
  const age_s = useAge(code);
  const link = channel === 'link';
  const shown = <Code ui={ui} screen={screen} age_s={age_s} />;
  return (
    <Frame
      keep={!link}
      scene={link ? <Art name="linked" /> : shown}
      actions={
        <WaitingActions ui={ui} screen={screen} over={link && code !== null && age_s >= code.life_s} />
      }
    >
      <Words>
        <Title>{link ? t.handoff.link_title : t.handoff.title}</Title>
        <p class="lead">{link ? t.handoff.link_body : t.handoff.body}</p>
      </Words>
      {!mayUseHere(ui.state) && <DeclinedBefore ui={ui} />}
      {link ? shown : <Steps text={t.handoff.steps} />}
      {!link && <Renewal ui={ui} next_s={code?.refresh_s ? code.refresh_s - age_s : 0} />}
    </Frame>
  );
};

/** Which phone has the check, with a way to take the check back. */
const Phone = ({ ui: { t, state } }: { ui: Ui }) => (
  <Pulse
    on
    text={
      state.device_label
        ? fill(t.handoff.connected, { device: state.device_label })
        : t.handoff.connected_unknown
    }
  />
);
const TakeBack = ({ ui: { t, state, dispatch }, loud = false }: { ui: Ui; loud?: boolean }) => (
  <Actions>
    {mayUseHere(state) ? (
      <Button kind={loud ? 'second' : 'quiet'} onClick={() => dispatch({ type: 'use_this_device' })}>
        {t.handoff.cancel}
      </Button>
    ) : (
      <Button kind={loud ? 'second' : 'quiet'} onClick={() => dispatch({ type: 'new_code' })}>
        {t.handoff.other_phone}
      </Button>
    )}
  </Actions>
);
/** The region exists before its text, so that screen readers announce the text. */
const Warned = ({ ui: { t, state } }: { ui: Ui }) => (
  <div role="alert">{state.warned && <p class="warning">{t.handoff.used_twice}</p>}</div>
);

const BigNumber = ({ ui: { t, state } }: { ui: Ui }) => (
  <p class="big-number" dir="ltr">
    <span class="visually-hidden">{fill(t.handoff.number_label, { number: state.number ?? '' })}</span>
    <span aria-hidden="true">{state.number}</span>
  </p>
);

const Connected = ({ ui, confirmed }: { ui: Ui; confirmed: boolean }) => {
  const { t, state } = ui;
  const shows = !confirmed && !!state.number;
  return (
    <Frame
      keep={shows}
      anchor={confirmed}
      kind={confirmed ? 'confirmed' : ''}
      scene={shows ? <BigNumber ui={ui} /> : <Art name="linked" />}
      // The safe way is loud only when something is wrong.
      actions={<TakeBack ui={ui} loud={state.warned} />}
    >
      <Words>
        <Phone ui={ui} />
        <Title>{confirmed ? t.handoff.capturing_title : t.handoff.connected_title}</Title>
        <p class="lead">{confirmed ? t.handoff.capturing : t.handoff.not_yours}</p>
      </Words>
      <Warned ui={ui} />
    </Frame>
  );
};

/**
 * The moving code for the phone’s rear camera. A person who cannot see it does not have to act here: the
 * phone offers the way on.
 */
const Pairing = ({ ui, code }: { ui: Ui; code: string | undefined }) => {
  const { t, state } = ui;
  return (
    <Frame
      keep
      scene={
        <div class="qr-frame moving">
          {code ? <MovingCode text={code} /> : <span class="spinner" aria-hidden="true" />}
        </div>
      }
      actions={<TakeBack ui={ui} loud={state.warned} />}
    >
      <Words>
        <Phone ui={ui} />
        <Title>{t.handoff.pairing_title}</Title>
        <p class="lead">{t.handoff.pairing}</p>
        <p class="visually-hidden">{t.handoff.pairing_label}</p>
      </Words>
      <Warned ui={ui} />
    </Frame>
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
    <Frame
      scene={<Art name="linked" />}
      actions={
        <Actions>
          <Button onClick={() => dispatch({ type: 'use_phone' })}>{t.handoff.again}</Button>
          {mayUseHere(state) && (
            <Button kind="second" onClick={() => dispatch({ type: 'use_this_device' })}>
              {t.handoff.here}
            </Button>
          )}
        </Actions>
      }
    >
      <Words>
        <Title>{t.handoff.aborted_title}</Title>
        <p class="lead" role="alert">
          {whyAborted(ui)}
        </p>
      </Words>
    </Frame>
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
