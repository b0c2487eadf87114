import type { Ui } from '../page/ui.ts';
import { counted, type Texts } from '../texts/texts.ts';
import { YourConsent } from './consent-details.tsx';
import { Actions, Button, type DrawingName, Emblem, Title } from './parts.tsx';

const LOOKS: Record<string, DrawingName> = {
  too_dark: 'sun',
  too_bright: 'sun',
  grainy: 'sun',
  blurred: 'camera',
  processing_timeout: 'clock',
};

/** The reason in plain words, and how many tries are left. */
export const Retry = ({ ui, code }: { ui: Ui; code: string }) => {
  const { t, state, locale, dispatch } = ui;
  const reasons = t.retry.reasons;
  const { attempts_max = 0, attempts_used = 0 } = state.session ?? {};
  return (
    <section>
      <Emblem name={LOOKS[code] ?? 'face'} tone="warn" />
      <Title>{t.retry.title}</Title>
      <p role="alert">{reasons[code as keyof Texts['retry']['reasons']] ?? reasons.other}</p>
      <p class="note">{counted(t.retry.left, Math.max(0, attempts_max - attempts_used), locale)}</p>
      <Actions>
        <Button onClick={() => dispatch({ type: 'open_camera' })}>{t.retry.go}</Button>
      </Actions>
      <YourConsent ui={ui} />
    </section>
  );
};
