import { useEffect, useState } from 'preact/hooks';
import type { Alternative } from '../flow/state.ts';
import { tagOf } from '../page/locale.ts';
import type { Ui } from '../page/ui.ts';
import type { Senses } from './senses.ts';
import { canVibrate, watchVoice } from './voices.ts';

const Ways = ({ ui: { t, state, choose }, offered }: { ui: Ui; offered: readonly Alternative[] }) => (
  <fieldset>
    <legend class="visually-hidden">{t.ready.options}</legend>
    {([null, ...offered] as const).map((way) => (
      <label key={way ?? 'usual'} class="choice">
        <input type="radio" name="way" checked={state.alternative === way} onChange={() => choose(way)} />
        {way ? t.ready[way] : t.senses.usual}
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
    <div class="switches">
      {!speaks && <p class="small">{t.senses.no_voice}</p>}
      {shown.map((sense) => (
        <label key={sense} class="choice">
          <input
            type="checkbox"
            checked={state.senses[sense]}
            onChange={(event) => dispatch({ type: 'sense', sense, on: event.currentTarget.checked })}
          />
          {t.senses[sense]}
        </label>
      ))}
    </div>
  );
};

/**
 * Alternative challenges, and ways to follow the check without looking. Offered before the camera opens and
 * anything flashes.
 */
export const Options = ({ ui }: { ui: Ui }) => {
  const { t, state } = ui;
  const offered = (['no_flash', 'no_head_motion', 'audio'] as const).filter((way) =>
    state.workflow?.alternatives.includes(way),
  );
  const chosen = state.alternative !== null || Object.values(state.senses).some(Boolean);
  const [open] = useState(chosen);
  return (
    <div>
      {offered.includes('no_flash') && <p class="small warning">{t.ready.flash}</p>}
      <details class="options" open={open}>
        <summary>{t.ready.options}</summary>
        {offered.length > 0 && <Ways ui={ui} offered={offered} />}
        <Switches ui={ui} />
      </details>
    </div>
  );
};
