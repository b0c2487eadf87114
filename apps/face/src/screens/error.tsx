import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { type Browser, browserOf, intentAddress } from '../camera/browser.ts';
import { remedyOf } from '../camera/remedy.ts';
import { Art, type ArtName } from '../draw/art.tsx';
import { waysOut } from '../flow/flow.ts';
import { CAMERA_PROBLEMS, type Problem, type WayOut } from '../flow/problems.ts';
import { Frame, Words } from '../frame/layout.tsx';
import { Actions, Button, Steps, Title } from '../frame/parts.tsx';
import { asker, type Ui } from '../page/ui.ts';
import { fill } from '../texts/texts.ts';
import { Shut } from './shut.tsx';

/** Where each browser keeps its permission: the drawing shows its own symbol. */
const SYMBOLS: Record<Browser, ArtName> = {
  chromium_desktop: 'blocked_chrome',
  chrome_android: 'blocked_chrome',
  samsung: 'blocked_lock',
  safari_ios: 'blocked_safari',
  other_ios: 'settings',
  safari_macos: 'blocked_safari',
  firefox: 'blocked_firefox',
  other: 'blocked_lock',
};

const sceneOf = (problem: Problem, browser: Browser): ComponentChild => {
  if (problem === 'camera_permission_denied' || problem === 'camera_permission_dismissed')
    return <Art name={SYMBOLS[browser]} />;
  if (problem === 'camera_in_use' || problem === 'camera_interrupted') return <Art name="in_use" />;
  if (CAMERA_PROBLEMS.includes(problem) || problem === 'unsupported_browser') return <Art name="none" />;
  if (/lost|unavailable/.test(problem)) return <Art name="network" />;
  if (/code|handoff|device/.test(problem)) return <Art name="linked" />;
  if (/expired|idle|slow|open|many/.test(problem)) return <Art name="expired" />;
  return <Art name="refused" />;
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

const Ways = ({ ui, problem, copied }: { ui: Ui; problem: Problem; copied: (is: boolean) => void }) => {
  const { t, state, close } = ui;
  const [main, alternative] = waysOut(state, problem);
  const take = actionsOf(ui, problem, copied);
  const denied = problem === 'camera_permission_denied';
  // A person on a phone would continue on another device.
  const labelOf = (way: WayOut) => {
    if (way === 'camera' && denied) return t.ways.allowed;
    return t.ways[way === 'phone' && state.device.mobile ? 'other_device' : way];
  };
  const back = fill(t.result.back, { integrator: asker(ui) });
  return (
    <Actions>
      {main && <Button onClick={take[main]}>{labelOf(main)}</Button>}
      {alternative && (
        <Button kind="second" onClick={take[alternative]}>
          {labelOf(alternative)}
        </Button>
      )}
      {!main && (close ? <Button onClick={close}>{back}</Button> : <Shut ui={ui} />)}
    </Actions>
  );
};

/** A drawing of the cause, one sentence, the steps for this browser, one action and one alternative. */
export const ErrorScreen = ({ ui, problem }: { ui: Ui; problem: Problem }) => {
  const { t, state } = ui;
  const [copied, setCopied] = useState(false);
  const { title, body } = t.problems[problem];
  const browser = browserOf(navigator.userAgent, navigator.maxTouchPoints);
  const remedy = remedyOf(problem, browser);
  return (
    <Frame scene={sceneOf(problem, browser)} actions={<Ways ui={ui} problem={problem} copied={setCopied} />}>
      <Words>
        <Title>{title}</Title>
      </Words>
      <div class="reason" role="alert">
        <p class="lead">{body}</p>
        {remedy && <Steps text={t.remedies[remedy]} />}
      </div>
      {waysOut(state, problem).includes('copy') && <LinkToCopy ui={ui} copied={copied} />}
    </Frame>
  );
};
