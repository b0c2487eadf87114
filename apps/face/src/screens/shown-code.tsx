import { useEffect, useState } from 'preact/hooks';
import type { Screen, ShownCode } from '../flow/state.ts';
import { Button } from '../frame/parts.tsx';
import { Qr } from '../page/qr.tsx';
import type { Ui } from '../page/ui.ts';

export type Handoff = Extract<Screen, { name: 'handoff' }>;

/** Seconds since this code appeared, by a clock that neither the person nor the network sets. */
export const useAge = (code: ShownCode | null): number => {
  const [age_s, setAge] = useState(0);
  useEffect(() => {
    const since = performance.now();
    const tick = () => setAge(Math.floor((performance.now() - since) / 1_000));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [code]);
  return age_s;
};

/** "25 sec.", "9 min." in the person's language. */
export const duration = (locale: string, seconds: number): string => {
  const minutes = seconds > 60;
  const value = minutes ? Math.ceil(seconds / 60) : seconds;
  const unit = minutes ? 'minute' : 'second';
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
};

/**
 * A text with a ticking time. Screen readers are not notified of each tick; they read it when they reach
 * it.
 */
export const Left = ({ text, time, kind }: { text: string; time: string; kind: string }) => {
  const [before, after] = text.split('{time}');
  return (
    <p class={kind}>
      {before}
      <bdi class="time">{time}</bdi>
      {after}
    </p>
  );
};

const LinkField = ({ ui: { t, locale }, url, left_s }: { ui: Ui; url: string; left_s: number }) => {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    const field = document.querySelector<HTMLInputElement>('#link')!;
    field.select();
    // A frame may lack access to the clipboard; the person can then copy the selected text by hand.
    navigator.clipboard?.writeText(url).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <div class="link">
      <label for="link">{t.handoff.link_label}</label>
      <input id="link" dir="ltr" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      <Button kind="second" onClick={copy}>
        {t.handoff.copy}
      </Button>
      <p class="small" role="status">
        {copied ? t.handoff.copied : ''}
      </p>
      <Left text={t.handoff.link_left} time={duration(locale, left_s)} kind="small left" />
    </div>
  );
};

/** The code, its replacement, or a notice that it has expired: an expired code is never shown. */
export const Code = ({
  ui,
  screen: { code, channel },
  age_s,
}: {
  ui: Ui;
  screen: Handoff;
  age_s: number;
}) => {
  const { t } = ui;
  const link = channel === 'link';
  if (!code || (age_s >= code.life_s && !link))
    return (
      <div class={link ? 'link-empty' : 'qr-frame'} role="status">
        <span class="spinner" aria-hidden="true" />
        <span class="visually-hidden">{t.handoff.making}</span>
      </div>
    );
  if (!link)
    return (
      <div class="qr-frame">
        <Qr text={code.url} label={t.handoff.qr_label} />
      </div>
    );
  if (age_s >= code.life_s) return <p role="alert">{t.handoff.link_over}</p>;
  return <LinkField ui={ui} url={code.url} left_s={code.life_s - age_s} />;
};
