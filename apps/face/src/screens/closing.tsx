import { useState } from 'preact/hooks';
import { Icon } from '../draw/icon.tsx';
import { Button } from '../frame/parts.tsx';
import { asker, type Ui } from '../page/ui.ts';
import { receiptOf } from '../service/receipt.ts';
import { counted, fill } from '../texts/texts.ts';
import { Shut } from './shut.tsx';

/** How long each kind of data is kept. `enrols`: the check may have made a template. */
const retentionWords = (
  { t, state, locale }: Pick<Ui, 't' | 'state' | 'locale'>,
  enrols = true,
): string[] => {
  const kept = state.workflow?.retention;
  if (!kept) return [];
  const { frames, frames_none, template, template_none } = t.retention;
  return [
    kept.frames_days > 0 ? counted(frames, kept.frames_days, locale) : frames_none,
    // After a check that made none, a template of an earlier check may still be there.
    ...(enrols
      ? [kept.template_days > 0 ? counted(template, kept.template_days, locale) : template_none]
      : []),
  ];
};

/** Shown after pictures were sent; before that nothing is kept. */
export const Retention = ({ ui, enrols }: { ui: Ui; enrols?: boolean }) => {
  const words = retentionWords(ui, enrols);
  return words.length > 0 ? <p class="small">{words.join(' ')}</p> : null;
};

/** A number that identifies the check, to be told to the company that asked. */
export const Receipt = ({ ui }: { ui: Ui }) => {
  const { t, state } = ui;
  const [copied, setCopied] = useState(false);
  if (!state.session) return null;
  const receipt = receiptOf(state.session.session_id);
  const copy = () => {
    // A frame may lack access to the clipboard; the person can then select the number and read it aloud.
    navigator.clipboard?.writeText(receipt).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <div class="receipt">
      <span>
        {t.result.receipt} <bdi class="receipt-number">{receipt}</bdi>
      </span>
      <button type="button" class="round copy" aria-label={t.result.copy} onClick={copy}>
        <Icon name={copied ? 'check' : 'copy'} />
      </button>
      <span class="visually-hidden" role="status">
        {copied ? t.result.copied : ''}
      </span>
    </div>
  );
};

export const Support = ({ ui, main = false }: { ui: Ui; main?: boolean }) => {
  const url = ui.state.workflow?.ui.support_url;
  if (!url) return null;
  const page = url.startsWith('https:');
  return (
    <a
      class={`${main ? 'main' : 'second'} button`}
      href={url}
      {...(page && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {fill(ui.t.result.support, { integrator: asker(ui) })}
    </a>
  );
};

/** Back to where the person came from, or a way to close the page where there is none. */
export const Back = ({ ui, kind = 'main' }: { ui: Ui; kind?: 'main' | 'second' }) => {
  const { t, close, back_url } = ui;
  const words = fill(t.result.back, { integrator: asker(ui) });
  if (back_url)
    return (
      <a class={`${kind} button`} href={back_url}>
        {words}
      </a>
    );
  return close ? (
    <Button kind={kind} onClick={close}>
      {words}
    </Button>
  ) : (
    <Shut ui={ui} kind={kind} />
  );
};
