import { useState } from 'preact/hooks';
import { browserOf, intentAddress } from '../camera/browser.ts';
import { remedyOf } from '../camera/remedy.ts';
import { waysOut } from '../flow/flow.ts';
import { CAMERA_PROBLEMS, type Problem, type WayOut } from '../flow/problems.ts';
import type { Ui } from '../page/ui.ts';
import { Actions, Button, type DrawingName, Emblem, Title } from './parts.tsx';
import { Shut } from './shut.tsx';

const drawingOf = (problem: Problem): DrawingName => {
  if (CAMERA_PROBLEMS.includes(problem)) return 'camera';
  if (problem === 'connection_lost' || problem === 'upload_lost') return 'wifi';
  if (/code|handoff|device/.test(problem)) return 'phone';
  return /expired|idle|slow|open/.test(problem) ? 'clock' : 'alert';
};

/**
 * The address of this check, to be copied to another browser by hand: an application may refuse the
 * clipboard.
 */
const LinkToCopy = ({ ui, copied }: { ui: Ui; copied: boolean }) => (
  <div class="link">
    <label for="link">{ui.t.ways.link}</label>
    <input id="link" dir="ltr" readOnly value={ui.link()} onFocus={(event) => event.currentTarget.select()} />
    <p class="small" role="status">
      {copied ? ui.t.ways.copied : ''}
    </p>
  </div>
);

const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    document.querySelector<HTMLInputElement>('#link')?.select();
    return document.execCommand('copy');
  }
};

/** The action behind each way out. `copied` learns whether the address was copied. */
const actionsOf = (ui: Ui, problem: Problem, copied: (is: boolean) => void): Record<WayOut, () => void> => {
  const { state, dispatch, openInNewTab } = ui;
  return {
    camera: () => dispatch({ type: 'open_camera' }),
    phone: () => {
      // In an application's window the way out is a link, even on this phone.
      const link = problem === 'webview_no_camera' && state.handoff.channels.includes('link');
      if (state.session) return dispatch({ type: 'use_phone', channel: link ? 'link' : undefined });
      // The session begins only now, with the preference for a phone.
      dispatch({ type: 'prefer', handoff: 'always' });
      dispatch({ type: 'reload' });
    },
    reload: () => dispatch({ type: 'reload' }),
    upload: () => dispatch({ type: 'retry_upload' }),
    here: () => dispatch({ type: 'use_this_device' }),
    leave: () => dispatch({ type: 'leave' }),
    new_tab: openInNewTab,
    browser: () => location.assign(intentAddress(ui.link())),
    copy: () => void copyText(ui.link()).then(copied),
  };
};

/** One sentence, the steps for this browser, one action and one alternative. */
export const ErrorScreen = ({ ui, problem }: { ui: Ui; problem: Problem }) => {
  const { t, state, close } = ui;
  const [copied, setCopied] = useState(false);
  const [main, alternative] = waysOut(state, problem);
  const take = actionsOf(ui, problem, setCopied);
  // A person on a phone would continue on another device.
  const labelOf = (way: WayOut) => t.ways[way === 'phone' && state.device.mobile ? 'other_device' : way];
  const { title, body } = t.problems[problem];
  const remedy = remedyOf(problem, browserOf(navigator.userAgent, navigator.maxTouchPoints));
  return (
    <section>
      <Emblem name={drawingOf(problem)} tone="warn" />
      <Title>{title}</Title>
      <div role="alert" class="reason">
        <p>{body}</p>
        {remedy && <p class="note">{t.remedies[remedy]}</p>}
      </div>
      {(main === 'copy' || alternative === 'copy') && <LinkToCopy ui={ui} copied={copied} />}
      <Actions>
        {main && <Button onClick={take[main]}>{labelOf(main)}</Button>}
        {alternative && (
          <Button kind="second" onClick={take[alternative]}>
            {labelOf(alternative)}
          </Button>
        )}
        {!main && (close ? <Button onClick={close}>{t.result.back}</Button> : <Shut ui={ui} />)}
      </Actions>
    </section>
  );
};
