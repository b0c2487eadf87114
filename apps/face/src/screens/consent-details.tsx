import { useEffect, useRef, useState } from 'preact/hooks';
import { mayWithdraw } from '../flow/consent.ts';
import { consentShown } from '../page/consent-shown.ts';
import { directionOf, type Locale } from '../page/locale.ts';
import type { Ui } from '../page/ui.ts';
import { Button } from './parts.tsx';

/** The whole consent text, in a sheet over the screen. A person who has agreed can withdraw from there. */
const ConsentSheet = ({ ui, onClose }: { ui: Ui; onClose: () => void }) => {
  const { t, state, dispatch, locale } = ui;
  const { tag, paragraphs } = consentShown(state, locale);
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => sheet.current?.showModal(), []);
  return (
    <dialog ref={sheet} class="sheet" aria-labelledby="sheet-title" onClose={onClose}>
      {/* Long texts scroll, also by keyboard. What an operator adds may be in another language. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region */}
      <div class="sheet-body" tabIndex={0}>
        <h2 id="sheet-title">{t.consent.details}</h2>
        <dl lang={tag} dir={directionOf(tag.split('-')[0] as Locale)}>
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
export const ConsentDetails = ({ ui }: { ui: Ui }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="quiet details" onClick={() => setOpen(true)}>
        {ui.t.consent.details}
      </button>
      {open && <ConsentSheet ui={ui} onClose={() => setOpen(false)} />}
    </>
  );
};

/** On a screen after the consent: the text again, and the way to withdraw. */
export const YourConsent = ({ ui }: { ui: Ui }) =>
  mayWithdraw(ui.state) ? (
    <div class="your-consent">
      <ConsentDetails ui={ui} />
      <button type="button" class="quiet withdraw" onClick={() => ui.dispatch({ type: 'withdraw' })}>
        {ui.t.withdraw.link}
      </button>
    </div>
  ) : null;
