import { startChildApp } from '../../packages/web/src/testing/child-app.ts';
import { FRAMEWORKS_PAGE } from '../../packages/web/src/testing/frameworks-page.ts';
import { startLocalService } from '../../packages/web/src/testing/local-service.ts';
import { sdkPage } from '../../packages/web/src/testing/page.ts';
import { AROUND } from './friction-around.ts';
import type { Engine, Pilot } from './pilot.ts';
import { csp, must, portal, type Scene, said } from './scene.ts';

/** Verifies with these options, and tells how. WebKitGTK never answers a page that asks for its position. */
const verify = (pilot: Pilot, jwt: string, options: object) =>
  pilot.run(
    async (token, given) => {
      const told = { settled: 0, problem: '', decision: '', code: '', message: '', violations: 0 };
      addEventListener('securitypolicyviolation', () => told.violations++);
      await window.sdk
        .createClient({ baseUrl: location.origin })
        .verify(token, {
          ...given,
          onProgress: ({ problem }) => {
            told.problem ||= problem ?? '';
          },
        })
        .finally(() => told.settled++)
        .then(
          ({ decision }) => Object.assign(told, { decision }),
          ({ code, message }) => Object.assign(told, { code, message }),
        );
      await new Promise((done) => setTimeout(done, 200));
      return told;
    },
    jwt,
    options,
  );

/** Opens the face check, and tells its events until it ends. */
const check = (pilot: Pilot, jwt: string, url: string) =>
  pilot.run(
    async (token, at) => {
      const events: string[] = [];
      const tokens: string[] = [];
      const began = performance.now();
      const handle = window.sdk.createClient({ baseUrl: location.origin }).face({
        token: async () => {
          tokens.push(token);
          return token;
        },
        url: at,
      });
      handle.on('*', (name, value) =>
        events.push(name === 'token' ? `token ${(value as { state: string }).state}` : name),
      );
      handle.open();
      const modal = document.querySelector('dialog')?.matches(':modal');
      const ended = await handle.result.then(
        ({ outcome }) => ({ outcome, code: '', message: '' }),
        ({ code, message }) => ({ outcome: '', code, message }),
      );
      const left = document.querySelectorAll('dialog, iframe').length;
      return { ...ended, events, tokens: tokens.length, modal, left, took: performance.now() - began };
    },
    jwt,
    url,
  );

/** By the names of the table in `docs/frictions.md`. Each throws when the friction is back. */
const STORIES: Record<string, (scene: Scene) => Promise<void>> = {
  async 'csp-strict-page'({ pilot, engine, service, open }) {
    await open();
    const told = await verify(pilot, await service.mint(), {
      position: { timeoutMs: 2_000 },
      timeoutMs: 90_000,
    });
    must(told, told.violations === 0, engine === 'WebKit' || told.decision === 'pass');
    await open(csp("connect-src 'none'"));
    const blocked = await verify(pilot, await service.mint(), { position: { timeoutMs: 500 } });
    must(blocked, blocked.code === 'csp_blocked', blocked.message.includes('connect-src'));
  },
  async 'settle-once'({ pilot, engine, service, open }) {
    await open();
    const told = await verify(pilot, await service.mint(), {
      position: { timeoutMs: 1_000 },
      timeoutMs: 90_000,
    });
    const never = /^(location_timeout|permission_dismissed)$/.test(told.problem);
    must(told, told.settled === 1, told.decision !== '', engine === 'WebKit' ? never : told.problem === '');
    const late = await verify(pilot, await service.mint(), { timeoutMs: 1 });
    must(late, late.settled === 1, late.code === 'timeout');
  },
  async 'no-gate'({ pilot, engine, service, open }) {
    await open();
    await pilot.run(() => {
      const state = 'prompt';
      Object.assign(navigator.permissions, { query: async () => ({ state, onchange: null }) });
    });
    const told = await verify(pilot, await service.mint(), {
      position: { timeoutMs: 1_000 },
      timeoutMs: 90_000,
    });
    must(told, told.settled === 1, engine === 'WebKit' || told.decision === 'pass');
  },
  async 'policy-block-code'({ pilot, service, face, open }) {
    await open();
    const refused = await check(pilot, await portal(service), face.replace('/face', '/unlisted'));
    must(refused, refused.code === 'iframe_load_failed', refused.message.includes('frame-ancestors'));
    must(refused, refused.took < 2_000, refused.left === 0);
    await open(csp("frame-src 'none'"));
    const own = await check(pilot, await portal(service), face);
    must(
      own,
      own.code === 'csp_blocked',
      own.message.includes('frame-src'),
      own.took < 2_000,
      own.left === 0,
    );
  },
  async 'face-token-renew'({ pilot, service, face, open }) {
    await open();
    const url = `${face}/${said(
      { type: 'ready' },
      { type: 'token_needed', reason: 'expiring' },
      { type: 'error', code: 'camera_in_use', fatal: false },
      { type: 'reload_needed', reason: 'ios_camera_denied' },
    )}`;
    const [told] = await Promise.all([
      check(pilot, await portal(service), url),
      pilot.run(async () => {
        await new Promise((done) => setTimeout(done, 1_500));
        document.querySelector<HTMLElement>('dialog button')?.click();
        document.querySelector<HTMLElement>('dialog button')?.click();
      }),
    ]);
    must(told, told.modal === true, told.outcome === 'cancel', told.left === 0, told.tokens === 2);
    const events = ['ready', 'token expiring', 'error', 'reload_required', 'token renewed', 'cancel'];
    must(told, `${told.events.sort()}` === `${events.sort()}`);
  },
  async 'strict-mode'({ pilot, service, face, open }) {
    await open();
    const told = await pilot.run(
      async (jwt, url) => {
        window.ui.mount({ jwt, url });
        await new Promise((done) => setTimeout(done, 1_000));
        const frames = document.querySelectorAll('iframe').length;
        window.ui.unmount();
        return { frames, tokens: window.ui.tokens, left: document.querySelectorAll('iframe').length };
      },
      await portal(service),
      face,
    );
    must(told, told.frames === 1, told.tokens === 1, told.left === 0);
  },
  async forged({ pilot, service, face, open }) {
    await open();
    const told = await pilot.run(
      async (jwt, url) => {
        let ports = 0;
        addEventListener('message', (event) => {
          if (event.origin === location.origin) ports += event.ports.length;
        });
        const handle = window.sdk.createClient({ baseUrl: location.origin }).face({ token: jwt, url });
        handle.open();
        await new Promise((done) => setTimeout(done, 1_000));
        for (const type of ['hello', 'completed'])
          window.postMessage({ ns: 'facecheck', v: 1, type, nonce: 'forged', session_id: 'fcs_x' }, '*');
        await new Promise((done) => setTimeout(done, 300));
        const { state } = handle;
        handle.destroy();
        return { ports, state };
      },
      await portal(service),
      face,
    );
    must(told, told.ports === 0, told.state === 'loading');
  },
};

/** The frictions that users of such SDKs report, in this engine. Returns the names that are back. */
export const tellFriction = async (
  { name: engine, open: launch }: Engine,
  note: (line: string) => void,
): Promise<string[]> => {
  const [service, child] = [
    await startLocalService(await sdkPage([], undefined, FRAMEWORKS_PAGE)),
    await startChildApp(),
  ];
  const back: string[] = [];
  try {
    for (const [story, tell] of Object.entries({ ...STORIES, ...AROUND })) {
      const pilot = await launch();
      try {
        const open = async (query = '') => {
          await pilot.goto(`${service.origin}/page${query}`);
          for (let tries = 0; tries < 100 && !(await pilot.run(() => !!window.sdk)); tries++)
            await new Promise((done) => setTimeout(done, 50));
        };
        await tell({ pilot, engine, service, face: `${child.origin}/face`, open });
        note(`  ${story}: clean`);
      } catch (error) {
        back.push(story);
        note(`  ${story}: FAILED: ${(error as Error).message}`);
      } finally {
        await pilot.close();
      }
    }
  } finally {
    await Promise.all([service.close(), child.close()]);
  }
  return back;
};
