import { useState } from 'preact/hooks';
import { mayUseHere } from '../flow.ts';
import type { Screen } from '../flow-state.ts';
import { Actions, Button, Emblem, Title } from '../parts.tsx';
import { Qr } from '../qr.tsx';
import { fill } from '../texts/texts.ts';
import type { Ui } from '../ui.ts';

type Handoff = Extract<Screen, { name: 'handoff' }>;

const LinkField = ({ ui: { t }, url }: { ui: Ui; url: string }) => {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    const field = document.querySelector<HTMLInputElement>('#link')!;
    field.select();
    // A frame may not have the clipboard; the selected text can be copied by hand then.
    navigator.clipboard?.writeText(url).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <div class="link">
      <label for="link">{t.handoff.link_label}</label>
      <input id="link" dir="ltr" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      <Button onClick={copy}>{t.handoff.copy}</Button>
      <p class="small" role="status">
        {copied ? t.handoff.copied : ''}
      </p>
    </div>
  );
};

const Waiting = ({ ui, screen }: { ui: Ui; screen: Handoff }) => {
  const { t, state, dispatch } = ui;
  const { channels } = state.handoff;
  const link = screen.channel === 'link';
  const other = link ? 'qr' : 'link';
  return (
    <section class="center">
      <Title>{link ? t.handoff.link_title : t.handoff.title}</Title>
      <p>{link ? t.handoff.link_body : t.handoff.body}</p>
      {screen.code ? (
        link ? (
          <LinkField ui={ui} url={screen.code.url} />
        ) : (
          <div class="qr-frame">
            <Qr text={screen.code.url} label={t.handoff.qr_label} />
          </div>
        )
      ) : (
        <div class={link ? 'link-empty' : 'qr-frame'} role="status">
          <span class="spinner" aria-hidden="true" />
          <span class="visually-hidden">{t.handoff.making}</span>
        </div>
      )}
      <p class="live">
        <span class="pulse" aria-hidden="true" />
        {t.handoff.waiting}
      </p>
      {!link && <p class="small">{t.handoff.fresh}</p>}
      <Actions>
        {channels.includes(other) && (
          <Button kind="second" onClick={() => dispatch({ type: 'use_phone', channel: other })}>
            {link ? t.handoff.use_qr : t.handoff.use_link}
          </Button>
        )}
        {mayUseHere(state) && (state.device.camera || state.device.mobile) && (
          <Button kind="quiet" onClick={() => dispatch({ type: 'use_this_device' })}>
            {t.handoff.here}
          </Button>
        )}
      </Actions>
    </section>
  );
};

const Connected = ({ ui: { t, state, dispatch }, confirmed }: { ui: Ui; confirmed: boolean }) => {
  const device = state.device_label;
  return (
    <section class="center">
      <Emblem name="phone" tone={confirmed ? 'good' : 'accent'} />
      <Title>{confirmed ? t.handoff.capturing_title : t.handoff.connected_title}</Title>
      <p class="live">
        <span class="pulse on" aria-hidden="true" />
        {device ? fill(t.handoff.connected, { device }) : t.handoff.connected_unknown}
      </p>
      {!confirmed && state.number && (
        <p class="big-number" dir="ltr">
          <span class="visually-hidden">{fill(t.handoff.number_label, { number: state.number })}</span>
          <span aria-hidden="true">{state.number}</span>
        </p>
      )}
      {confirmed && <p>{t.handoff.capturing}</p>}
      <Actions>
        {mayUseHere(state) ? (
          <Button kind="second" onClick={() => dispatch({ type: 'use_this_device' })}>
            {t.handoff.cancel}
          </Button>
        ) : (
          <Button kind="second" onClick={() => dispatch({ type: 'new_code' })}>
            {t.handoff.again}
          </Button>
        )}
      </Actions>
    </section>
  );
};

const Aborted = ({ ui: { t, state, dispatch } }: { ui: Ui }) => (
  <section class="center">
    <Emblem name="alert" tone="warn" />
    <Title>{t.handoff.aborted_title}</Title>
    <p role="alert">{t.handoff.aborted}</p>
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

/** The desktop's side: waiting → connected (with the number) → the phone is capturing. */
export const HandoffQr = ({ ui, screen }: { ui: Ui; screen: Handoff }) => {
  if (screen.view === 'waiting') return <Waiting ui={ui} screen={screen} />;
  if (screen.view === 'aborted') return <Aborted ui={ui} />;
  return <Connected ui={ui} confirmed={screen.view === 'confirmed'} />;
};
