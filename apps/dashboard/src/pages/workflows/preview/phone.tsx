import { SegmentedControl, Select, useComputedColorScheme } from '@mantine/core';
import type { PreviewAnswer, PreviewMessage, PreviewScreen } from '@standpoint/contract';
import { useEffect, useRef, useState } from 'react';
import { usePlace } from '../../../app/place.ts';
import { LANGUAGES } from '../fields/languages.ts';
import type { Preview } from '../queries.ts';
import styles from './phone.module.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

const SCREENS: readonly { value: PreviewScreen; label: string }[] = [
  { value: 'consent', label: 'Consent' },
  { value: 'primer', label: 'Before' },
  { value: 'ready', label: 'Camera' },
  { value: 'retry', label: 'Again' },
  { value: 'result', label: 'Result' },
];
const ENDS = [
  { value: 'approved', label: 'Approved' },
  { value: 'declined', label: 'Declined' },
  { value: 'review', label: 'In review' },
] as const;

type End = PreviewMessage['decision'];
type Mode = PreviewMessage['mode'];

interface PhoneProps {
  /** Absent while the definition cannot be shown. */
  preview: Preview | undefined;
  /** Of what is published: shown until the draft can be. */
  before: Preview | undefined;
}

const Choices = ({
  locale,
  setLocale,
  fixed,
  mode,
  setMode,
}: {
  locale: string;
  setLocale(locale: string): void;
  /** The workflow allows no other. */
  fixed: boolean;
  mode: Mode;
  setMode(mode: Mode): void;
}) => (
  <div className={styles.choices}>
    <Select
      aria-label="Language of the preview"
      data={LANGUAGES}
      value={locale}
      onChange={(next) => setLocale(next ?? 'en')}
    />
    <SegmentedControl
      aria-label="Light or dark"
      disabled={fixed}
      data={[
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
      value={mode}
      onChange={(next) => setMode(next as Mode)}
    />
  </div>
);

const Ending = ({ decision, choose }: { decision: End; choose(decision: End): void }) => (
  <Select
    label="How it ended"
    data={[...ENDS]}
    value={decision}
    onChange={(next) => choose((next ?? 'approved') as End)}
  />
);

/** What `Phone` holds, and what its buttons and fields do. */
function usePhone({ preview, before }: PhoneProps) {
  const { env } = usePlace();
  const scheme = useComputedColorScheme('light');
  // A draft that is half typed has no preview: the last one stays, and says so.
  const last = useRef(preview ?? before ?? null);
  const [screen, setScreen] = useState<PreviewScreen>('consent');
  const [locale, setLocale] = useState(() => last.current?.workflow.ui.locales[0]?.slice(0, 2) ?? 'en');
  const [wish, setMode] = useState<Mode | null>(null);
  const [decision, setDecision] = useState<End>('approved');
  if (preview) last.current = preview;
  const shown = last.current;
  const theme = shown?.workflow.ui.theme.mode;
  const fixed = theme === 'light' || theme === 'dark' ? theme : null;
  const mode = fixed ?? wish ?? scheme;
  const livemode = env === 'production';
  const frame = useFrame(
    shown && { type: 'preview', ...shown, screen, locale, mode, decision, livemode },
    (answer) => {
      if (answer.type === 'preview-locale') setLocale(answer.locale);
      if (answer.type === 'preview-screen') setScreen(answer.screen);
    },
  );
  const tells = shown?.workflow.client_result === 'decision';
  return {
    screen,
    setScreen,
    locale,
    setLocale,
    setMode,
    decision,
    setDecision,
    shown,
    fixed,
    mode,
    frame,
    tells,
  };
}

/** The real page with what this draft makes of it: no token, no camera, nothing behind its buttons. */
export function Phone({ preview, before }: PhoneProps) {
  const own = usePhone({ preview, before });
  return (
    <section className={styles.preview} aria-label="Preview">
      <SegmentedControl
        fullWidth
        aria-label="Screen"
        data={[...SCREENS]}
        value={own.screen}
        onChange={(next) => own.setScreen(next as PreviewScreen)}
      />
      <Choices
        locale={own.locale}
        setLocale={own.setLocale}
        fixed={own.fixed !== null}
        mode={own.mode}
        setMode={own.setMode}
      />
      <div className={styles.phone} data-mode={own.mode}>
        <iframe
          ref={own.frame}
          className={styles.frame}
          title="The page that a person sees"
          src="/dashboard/preview/"
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
        />
      </div>
      {own.screen === 'result' && own.tells && <Ending decision={own.decision} choose={own.setDecision} />}
      <p className={styles.words} role="status">
        {previewWords(preview !== undefined, own.shown !== null)}
      </p>
    </section>
  );
}

function previewWords(current: boolean, some: boolean): string {
  if (current) return 'The real page with this draft. Nothing is sent, and no camera opens.';
  return some
    ? 'The draft as it could be shown last, else what is published: a marked setting keeps the newest from it.'
    : 'Nothing can be shown until the marked settings are complete.';
}

/** Sends what is to be shown whenever it changes, and when the page in the frame begins to listen. */
function useFrame(message: PreviewMessage | null, take: (answer: PreviewAnswer) => void) {
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef({ message, take });
  latest.current = { message, take };
  const text = JSON.stringify(message);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent again when its content differs.
  useEffect(() => send(frame.current, latest.current.message), [text]);
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      // The frame has no origin of its own: the window tells who speaks.
      if (event.source !== frame.current?.contentWindow) return;
      const answer = event.data as PreviewAnswer;
      if (answer?.type === 'preview-ready') send(frame.current, latest.current.message);
      else latest.current.take(answer);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  return frame;
}

/**
 * To any origin, because the frame has none; its address is this service's own, and its policy lets it lead
 * nowhere.
 */
const send = (frame: HTMLIFrameElement | null, message: PreviewMessage | null): void =>
  message ? frame?.contentWindow?.postMessage(message, '*') : undefined;
