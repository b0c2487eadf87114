import { useEffect, useRef, useState } from 'preact/hooks';
import { mayWithdraw } from '../flow/consent.ts';
import { Button } from '../frame/parts.tsx';
import { consentShown } from '../page/consent-shown.ts';
import { directionOf, type Locale } from '../page/locale.ts';
import type { Ui } from '../page/ui.ts';

/** The whole consent text, in a sheet over the screen. A person who has agreed can withdraw from there. */
const ConsentSheet = ({ ui, onClose }: { ui: Ui; onClose: () => void }) => {
  const { t, state, dispatch, locale } = ui;
  const { tag, taken, paragraphs } = consentShown(state, locale);
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => sheet.current?.showModal(), []);
  return (
    <dialog ref={sheet} class="sheet" aria-labelledby="sheet-title" onClose={onClose}>
      {/* Long texts scroll, also by keyboard. What an operator adds may be in another language. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region */}
      <div class="sheet-body" tabIndex={0}>
        <h2 id="sheet-title">{t.consent.details}</h2>
        <div lang={tag} dir={directionOf(tag.split('-')[0] as Locale)}>
          {taken && <p class="taken">{taken}</p>}
          <dl>
            {paragraphs.map(({ heading, lines }) => (
              <div key={heading}>
                <dt>{heading}</dt>
                {lines.map((line) => (
                  <dd key={line} dir="auto">
                    {line}
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        </div>
      </div>
      <div class="sheet-actions">
        <Button onClick={() => sheet.current?.close()}>{t.consent.close}</Button>
        {mayWithdraw(state) && (
          <Button kind="second" onClick={() => dispatch({ type: 'withdraw' })}>
            {t.withdraw.link}
          </Button>
        )}
      </div>
    </dialog>
  );
};

/** A link to the whole consent text. */
export const ConsentDetails = ({ ui, label, kind = 'details' }: { ui: Ui; label: string; kind?: string }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class={`quiet ${kind}`} onClick={() => setOpen(true)}>
        {label}
      </button>
      {open && <ConsentSheet ui={ui} onClose={() => setOpen(false)} />}
    </>
  );
};

/** The same text from the last line of every other screen. */
export const Privacy = ({ ui }: { ui: Ui }) => <ConsentDetails ui={ui} label={ui.t.privacy} kind="privacy" />;
