import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from '../draw/icon.tsx';
import type { Alternative } from '../flow/state.ts';
import { Button } from '../frame/parts.tsx';
import { tagOf } from '../page/locale.ts';
import type { Ui } from '../page/ui.ts';
import type { Senses } from './senses.ts';
import { canVibrate, watchVoice } from './voices.ts';

const ICONS: Record<Alternative, IconName> = { no_flash: 'sun', no_head_motion: 'face', audio: 'clock' };

const Ways = ({ ui: { t, state, choose }, offered }: { ui: Ui; offered: readonly Alternative[] }) => (
  <fieldset class="ways">
    <legend class="visually-hidden">{t.ready.options}</legend>
    {([null, ...offered] as const).map((way) => (
      <label key={way ?? 'usual'} class="choice">
        <Icon name={way ? ICONS[way] : 'check'} />
        <span>{way ? t.ready[way] : t.senses.usual}</span>
        <input type="radio" name="way" checked={state.alternative === way} onChange={() => choose(way)} />
      </label>
    ))}
  </fieldset>
);

const Switches = ({ ui: { t, state, locale, dispatch } }: { ui: Ui }) => {
  const [speaks, setSpeaks] = useState(false);
  useEffect(() => watchVoice(tagOf(locale), setSpeaks), [locale]);
  const shown: (keyof Senses)[] = [
    ...(speaks ? (['speech'] as const) : []),
    'tones',
    ...(canVibrate() ? (['vibration'] as const) : []),
  ];
  return (
    <div class="ways">
      {shown.map((sense) => (
        <label key={sense} class="choice">
          <Icon name="ear" />
          <span>{t.senses[sense]}</span>
          <input
            type="checkbox"
            checked={state.senses[sense]}
            onChange={(event) => dispatch({ type: 'sense', sense, on: event.currentTarget.checked })}
          />
        </label>
      ))}
      {!speaks && <p class="small no-voice">{t.senses.no_voice}</p>}
    </div>
  );
};

/** Doing without colours is a choice only where there can be some. */
const offeredBy = ({ state: { workflow, alternative } }: Ui): Alternative[] =>
  (['no_flash', 'no_head_motion', 'audio'] as const).filter(
    (way) =>
      workflow?.alternatives.includes(way) &&
      (way !== 'no_flash' || workflow.capture?.colours || alternative === way),
  );

const OptionsSheet = ({ ui, onClose }: { ui: Ui; onClose: () => void }) => {
  const { t } = ui;
  const offered = offeredBy(ui);
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => sheet.current?.showModal(), []);
  return (
    <dialog ref={sheet} class="sheet" aria-labelledby="ways-title" onClose={onClose}>
      <div class="sheet-body">
        <h2 id="ways-title">{t.ready.choose}</h2>
        {offered.includes('no_flash') && <p class="small">{t.ready.flash}</p>}
        {offered.length > 0 && <Ways ui={ui} offered={offered} />}
        <Switches ui={ui} />
      </div>
      <div class="sheet-actions">
        <Button onClick={() => sheet.current?.close()}>{t.ready.chosen}</Button>
      </div>
    </dialog>
  );
};

/**
 * Alternative challenges, and ways to follow the check without looking. Offered before the camera opens and
 * any light appears.
 */
export const Options = ({ ui }: { ui: Ui }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="quiet another" onClick={() => setOpen(true)}>
        {ui.t.ready.options}
      </button>
      {open && <OptionsSheet ui={ui} onClose={() => setOpen(false)} />}
    </>
  );
};
