import { type ErrorCode, isStandpointError, type StandpointError } from '../../../web/src/errors.ts';
import type { ChildMessage, ParentMessage, Theme } from '../../../web/src/face/bridge.ts';
import { type FaceTrack, trackFace } from '../../../web/src/face/events.ts';
import { receiver } from '../../../web/src/face/messages.ts';
import type { Config } from '../config.ts';
import { randomId } from '../random-id.ts';
import { readToken } from '../token.ts';
import { signature } from '../version.ts';
import { type FacePage, facePage, placeOf, scriptFor } from './page.ts';

export interface FaceOptions {
  /** A portal token, or a function that fetches one, called at the start and again before 30 minutes are over. */
  token: string | (() => Promise<string>);
  /** Address of the face app. Default `{baseUrl}/face`. */
  url?: string;
  locale?: string;
  dir?: 'ltr' | 'rtl' | 'auto';
  theme?: Theme;
  /** The app's preference. The workflow's policy takes precedence. */
  handoff?: 'auto' | 'always' | 'never';
  signal?: AbortSignal;
}

/** Time from the token to `ready`. */
const LOAD_MS = 20_000;
/** How often a page is loaded again after its process ended, as it does when memory is short. */
const RELOADS = 2;

export interface Parts {
  config: Config;
  options: FaceOptions;
  /** Called once, when the view may be removed. After a completed check that is once its closing screen is left. */
  ended: () => void;
}

/** A face check and where it stands. */
export interface Running extends Parts {
  track: FaceTrack;
  /** Address of the face app, without a slash at the end. */
  base: string;
  listeners: Set<() => void>;
  page: FacePage | undefined;
  /** Runs a script in the page; null without a view. */
  run: ((script: string) => void) | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The page was told that the person wants to leave. */
  asked: boolean;
  gone: boolean;
  reloads: number;
  abort: () => void;
}

const show = (check: Running, page: FacePage | undefined): void => {
  check.page = page;
  for (const listener of [...check.listeners]) listener();
};

const post = ({ run }: Running, message: ParentMessage): boolean => {
  run?.(scriptFor(message));
  return run !== null;
};

const stopWaiting = ({ timer, options, abort }: Running): void => {
  clearTimeout(timer);
  options.signal?.removeEventListener('abort', abort);
};

const remove = (check: Running): void => {
  if (check.gone) return;
  check.gone = true;
  stopWaiting(check);
  show(check, undefined);
  // After the message that ended the check has been handled.
  Promise.resolve().then(check.ended);
};

const fail = (check: Running, error: StandpointError): void => {
  remove(check);
  check.track.fail(error);
};

const asError = ({ config }: Running, cause: unknown, code: ErrorCode, detail: string): StandpointError =>
  isStandpointError(cause) ? cause : config.error(code, { detail, cause });

/** A page that stays silent ends the check. */
const awaitReady = (check: Running): void => {
  clearTimeout(check.timer);
  const late = check.config.error('iframe_load_failed', { detail: `no answer of ${check.base},` });
  check.timer = setTimeout(() => fail(check, late), LOAD_MS);
};

const load = async (check: Running): Promise<void> => {
  const { config, options, base } = check;
  let text: unknown = options.token;
  try {
    if (typeof text === 'function') text = await text();
  } catch (cause) {
    throw asError(check, cause, 'token_missing', 'token() failed,');
  }
  const { workflow_id } = readToken(config, text, 'portal');
  if (check.gone) return;
  const nonce = randomId(config.cryptography());
  const locale = options.locale ?? config.locale;
  awaitReady(check);
  show(check, facePage({ base, token: text as string, workflow_id, locale, nonce }));
};

export const start = async (check: Running): Promise<void> => {
  const { track, options, abort } = check;
  if (check.gone || track.state !== 'idle') return;
  if (options.signal?.aborted) return abort();
  track.state = 'loading';
  options.signal?.addEventListener('abort', abort);
  try {
    await load(check);
  } catch (cause) {
    fail(check, asError(check, cause, 'iframe_load_failed', `${check.base},`));
  }
};

const renew = async (check: Running, reason: 'expiring' | 'expired'): Promise<void> => {
  const { track, options } = check;
  track.emit('token', { state: reason });
  if (typeof options.token !== 'function') return;
  try {
    await load(check);
    if (!check.gone) track.emit('token', { state: 'renewed' });
  } catch (cause) {
    track.emit('error', asError(check, cause, 'token_missing', 'token() failed,'));
  }
};

const sendInit = (check: Running): void => {
  const { config, options } = check;
  const { dir, theme, handoff, locale = config.locale } = options;
  post(check, { type: 'init', sdk: signature(config.line), surface: 'dialog', locale, theme, dir, handoff });
};

export const listenTo = (check: Running): ((message: ChildMessage) => void) =>
  receiver(check.track, {
    ready: () => {
      clearTimeout(check.timer);
      sendInit(check);
    },
    resize: () => {},
    removeFrame: () => remove(check),
    renewToken: (reason) => void renew(check, reason),
    error: check.config.error,
  });

export const mayLoad = ({ page }: Running, url: string, open: (url: string) => void): boolean => {
  const place = page ? placeOf(page, url) : 'nowhere';
  if (place === 'outside') open(url);
  return place === 'inside';
};

export const broken = (check: Running, what: 'load' | 'process', detail?: string): void => {
  const { page, config } = check;
  if (check.gone || !page) return;
  if (check.track.ended()) {
    remove(check);
    return;
  }
  if (what === 'process' && check.reloads++ < RELOADS) {
    awaitReady(check);
    show(check, { ...page, nonce: randomId(config.cryptography()) });
    return;
  }
  fail(check, config.error('iframe_load_failed', { detail: `${detail ?? what},` }));
};

export const leave = (check: Running): void => {
  const { track } = check;
  if (check.gone) return;
  if (!check.asked && !track.ended() && track.state !== 'loading' && track.state !== 'idle') {
    check.asked = post(check, { type: 'cancel' });
    if (check.asked) return;
  }
  remove(check);
  track.cancel(track.step);
};

export const destroy = (check: Running): void => {
  const { track } = check;
  check.gone = true;
  stopWaiting(check);
  track.mute();
  track.cancel(track.step);
};

export const newCheck = (parts: Parts): Running => {
  const { config, options } = parts;
  const check: Running = {
    ...parts,
    track: trackFace(config.log),
    base: (options.url ?? `${config.baseUrl}/face`).replace(/\/+$/, ''),
    listeners: new Set(),
    page: undefined,
    run: null,
    timer: undefined,
    asked: false,
    gone: false,
    reloads: 0,
    abort: () => fail(check, config.error('aborted', { cause: options.signal?.reason })),
  };
  return check;
};
