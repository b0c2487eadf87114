import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { PHONE } from '../../../../e2e/browser.ts';
import type { Problem } from '../../src/flow/problems.ts';
import { DESKTOP, judgingSlowly, on, person, press, unseeing, type Visit } from '../person.ts';
import type { FaceStage } from '../stage.ts';

/** The parts of one walk. */
interface Walk {
  browser: Browser;
  stage: FaceStage;
  workflow_id: string;
  show(problem: Problem, page: Page): Promise<void>;
}

const IN_APP = {
  ...PHONE,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 ' +
    'Chrome/147.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A]',
};

/** Refuses every request of a path with this code; undefined lets it pass. */
const refuser = async (page: Page, path: string) => {
  let code: string | undefined;
  await page.route(path, (route) => {
    if (!code) return route.continue();
    const error = { code, retryable: false, request_id: 'req_test' };
    const json = { status_code: 409, message: code, data: { error } };
    return route.fulfill({ status: 409, json });
  });
  return (next?: string) => {
    code = next;
  };
};

const portal = async ({ browser, stage, workflow_id }: Walk, device: BrowserContextOptions) => {
  const page = await unseeing(browser, device);
  const { url } = await stage.portal(workflow_id, `problems_${Math.random()}`);
  return { page, url };
};

const toPrimer = async (page: Page): Promise<void> => {
  await on(page, 'consent');
  await press(page, 'main');
  await on(page, 'primer');
};

const AT_OPENING = {
  link_invalid: 'token_invalid',
  token_expired: 'token_expired',
  other_device_active: 'not_active_device',
  service_unavailable: 'unavailable',
  too_many_requests: 'rate_limited',
  internal: 'internal',
} as const;

const opening = async (walk: Walk): Promise<void> => {
  const { page, url } = await portal(walk, DESKTOP);
  const refuse = await refuser(page, '**/facecheck/session');
  refuse('internal');
  await page.goto(url);
  for (const [problem, code] of Object.entries(AT_OPENING) as [Problem, string][]) {
    refuse(code);
    await page.reload();
    await on(page, 'error');
    await walk.show(problem, page);
  }
  await page.unroute('**/facecheck/session');
  await page.route('**/facecheck/session', (route) => route.abort());
  await page.reload();
  await on(page, 'error');
  await walk.show('connection_lost', page);
  await page.context().close();
};

const AT_CODE = {
  code_expired: 'short_code_expired',
  code_used: 'short_code_used',
  code_unknown: 'short_code_not_found',
  code_needs_page: 'client_required',
  handoff_timed_out: 'handoff_unconfirmed',
  handoff_revoked: 'handoff_not_found',
} as const;

const codes = async (walk: Walk): Promise<void> => {
  for (const [problem, code] of Object.entries(AT_CODE) as [Problem, string][]) {
    const page = await person(walk.browser, PHONE);
    const refuse = await refuser(page, '**/facecheck/short-code*');
    refuse(code);
    await page.goto(`${walk.stage.deps.config.face_base_url}/h#ABCDEFGHJKMNPQRS`);
    await on(page, 'landing');
    await press(page, 'main');
    await on(page, 'error');
    await walk.show(problem, page);
    await page.context().close();
  }
};

/** The browser's error when the page asks for the camera. */
const AT_CAMERA: Partial<Record<Problem, { error: string; permission?: string }>> = {
  camera_permission_denied: { error: 'NotAllowedError', permission: 'denied' },
  camera_permission_dismissed: { error: 'NotAllowedError', permission: 'prompt' },
  camera_not_found: { error: 'NotFoundError' },
  camera_in_use: { error: 'NotReadableError' },
  camera_overconstrained: { error: 'OverconstrainedError' },
  camera_low_spec: { error: 'small' },
};
type Wanted = { error?: string; permission?: string };

/** A camera that fails on command; `live` holds the track that is on. */
const failing = () => {
  const { mediaDevices, permissions } = navigator;
  const page = window as unknown as { wanted?: Wanted; live?: MediaStreamTrack };
  const ask = mediaDevices.getUserMedia.bind(mediaDevices);
  const query = permissions.query.bind(permissions);
  mediaDevices.getUserMedia = async (wishes) => {
    const error = page.wanted?.error;
    if (error && error !== 'small') throw new DOMException('', error);
    const stream = await ask(error ? { video: { width: { exact: 160 }, height: { exact: 120 } } } : wishes);
    page.live = stream.getVideoTracks()[0];
    return stream;
  };
  permissions.query = async (asked) => {
    const state = page.wanted?.permission;
    return state ? ({ state } as PermissionStatus) : query(asked);
  };
};

const AT_START = {
  attempt_open: 'attempt_open',
  attempt_expired: 'attempt_expired',
  attempt_refused: 'image_unusable',
  attempts_exhausted: 'attempts_exhausted',
} as const;

const camera = async (walk: Walk): Promise<void> => {
  const { page, url } = await portal(walk, PHONE);
  await page.addInitScript(failing);
  await page.goto(url);
  await toPrimer(page);
  const want = (wanted: Wanted) => page.evaluate((next) => Object.assign(window, { wanted: next }), wanted);
  for (const [problem, wanted] of Object.entries(AT_CAMERA) as [Problem, Wanted][]) {
    await want(wanted);
    await press(page, 'main');
    await on(page, 'error');
    await walk.show(problem, page);
    // Back to the primer, whatever ways out this problem offers.
    await page.reload();
    await on(page, 'primer');
  }
  await want({});
  await press(page, 'main');
  await on(page, 'ready');
  await page.evaluate(() => {
    const { live } = window as unknown as { live: MediaStreamTrack };
    live.dispatchEvent(new Event('ended'));
  });
  await on(page, 'error');
  await walk.show('camera_interrupted', page);
  const refuse = await refuser(page, '**/facecheck/session/attempt');
  for (const [problem, code] of Object.entries(AT_START) as [Problem, string][]) {
    await press(page, 'main');
    await on(page, 'ready');
    refuse(code);
    await press(page, 'main');
    await on(page, 'error');
    await walk.show(problem, page);
  }
  await page.context().close();
};

/** Problems known before the page asks for anything, without a camera interface. */
const hopeless = async (walk: Walk): Promise<void> => {
  const insecure = await portal(walk, DESKTOP);
  await insecure.page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  await insecure.page.goto(insecure.url);
  await on(insecure.page, 'error');
  await walk.show('camera_insecure_context', insecure.page);
  await insecure.page.context().close();

  const blocked = await portal(walk, DESKTOP);
  await blocked.page.addInitScript(() => {
    const { featurePolicy } = document as unknown as { featurePolicy: { allowsFeature(): boolean } };
    featurePolicy.allowsFeature = () => false;
  });
  await blocked.page.goto(blocked.url);
  await on(blocked.page, 'error');
  await walk.show('camera_policy_blocked', blocked.page);
  await blocked.page.context().close();

  const within = await portal(walk, IN_APP);
  await within.page.addInitScript(() =>
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined }),
  );
  await within.page.goto(within.url);
  await on(within.page, 'error');
  await walk.show('webview_no_camera', within.page);
  await within.page.context().close();
  const old = await portal(walk, DESKTOP);
  await old.page.addInitScript(() => {
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: undefined });
  });
  await old.page.goto(old.url);
  await toPrimer(old.page);
  await press(old.page, 'main');
  await on(old.page, 'error');
  await walk.show('unsupported_browser', old.page);
  await old.page.context().close();
};

/** Problems that only time or a broken connection cause. */
const waiting = async (walk: Walk): Promise<void> => {
  const { page, url } = await portal(walk, DESKTOP);
  await page.clock.install();
  await page.goto(url);
  await toPrimer(page);
  await page.clock.fastForward('09:30');
  await on(page, 'error');
  await walk.show('idle', page);
  const refuse = await refuser(page, '**/short-code');
  refuse('handoff_not_allowed');
  await press(page, 'main');
  await on(page, 'primer');
  await press(page, 'second');
  await on(page, 'error');
  await walk.show('handoff_not_allowed', page);
  await press(page, 'main');
  await on(page, 'primer');
  await page.route('**/submit', (route) => route.abort());
  await press(page, 'main');
  await on(page, 'ready');
  await press(page, 'main');
  await on(page, 'error', 120_000);
  await walk.show('upload_lost', page);
  await page.unroute('**/submit');
  const decide = await judgingSlowly(page);
  await press(page, 'main');
  await on(page, 'processing');
  await page.clock.fastForward('01:35');
  await on(page, 'error');
  await walk.show('processing_slow', page);
  await decide();
  await page.context().close();
};

const PARTS = [opening, codes, camera, hopeless, waiting];

/** The view of every problem, reached as a person would reach it; the wrong number is part of `tour.ts`. */
export const tourProblems = async (browser: Browser, stage: FaceStage, visit: Visit): Promise<void> => {
  const workflow_id = await stage.workflow({ liveness: { mode: 'passive' } });
  const show = (problem: Problem, page: Page) => visit(`problem-${problem}`, page);
  const walk: Walk = { browser, stage, workflow_id, show };
  for (const part of PARTS) await part(walk);
};
