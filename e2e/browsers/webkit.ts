import { freePorts } from '../../apps/service/testing/ports.ts';
import { findProgram } from './find.ts';
import { type Engine, type Pilot, pilotOf } from './pilot.ts';
import { type Started, startProcess } from './process.ts';

/**
 * WebKitGTK, driven by plain HTTP calls of W3C WebDriver: its driver speaks nothing else. Its cameras are
 * WebKit's own mock devices. `WEBKIT_DISABLE_COMPOSITING_MODE` is not set: a video is then never painted.
 */
const BROWSER = {
  args: ['--automation', '--enable-mock-capture-devices=true', '--enable-media-stream=true'],
};
const SCRIPT_MS = 120_000;

type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

const sender =
  (origin: string): Send =>
  async (method, path, body) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message ?? ''}`);
    return value;
  };

/** The driver listens a moment after it starts. */
const awaitReady = async (send: Send): Promise<void> => {
  for (let tries = 0; ; tries++) {
    try {
      return void (await send('GET', '/status'));
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
};

/** A screen in memory. Its number is the first that is free. */
const openScreen = (xvfb: string): Promise<Started> =>
  startProcess(xvfb, ['-displayfd', '1', '-screen', '0', '1280x900x24'], { says: /^(\d+)\n/m });

/** Calls back with the text or the error: WebDriver's own way to wait for a promise. */
const waiting = (script: string): string =>
  `const [text, done] = arguments;
   (${script})(text).then((value) => done({ value }), (error) => done({ error: String(error) }));`;

const openPage = async (send: Send, stop: () => Promise<void>): Promise<Pilot> => {
  await awaitReady(send);
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': BROWSER } };
  const { sessionId } = (await send('POST', '/session', { capabilities })) as { sessionId: string };
  const at = `/session/${sessionId}`;
  await send('POST', `${at}/timeouts`, { script: SCRIPT_MS, pageLoad: 60_000 });
  return pilotOf({
    goto: async (url) => void (await send('POST', `${at}/url`, { url })),
    async call(script, text) {
      const asked = { script: waiting(script), args: [text] };
      const told = (await send('POST', `${at}/execute/async`, asked)) as { value: string; error?: string };
      if (told.error !== undefined) throw new Error(told.error);
      return told.value;
    },
    async close() {
      await send('DELETE', at).catch(() => {});
      await stop();
    },
  });
};

const open = async (driver: string, xvfb: string | null): Promise<Pilot> => {
  const [port] = await freePorts(1);
  const screen = xvfb ? await openScreen(xvfb) : null;
  const env: Record<string, string> = screen ? { DISPLAY: `:${screen.said![1]}` } : {};
  const driving = await startProcess(driver, [`--port=${port}`, '--host=127.0.0.1'], { env }).catch(
    async (error) => {
      await screen?.stop();
      throw error;
    },
  );
  const stop = async () => {
    await driving.stop();
    await screen?.stop();
  };
  try {
    return await openPage(sender(`http://127.0.0.1:${port}`), stop);
  } catch (error) {
    await stop();
    throw error;
  }
};

export const webkit = (): Engine => {
  const driver = findProgram('WEBKIT_DRIVER_BIN', ['WebKitWebDriver']);
  const xvfb = findProgram('XVFB_BIN', ['Xvfb']);
  const missing = !driver
    ? 'WebKitWebDriver (Debian: webkit2gtk-driver)'
    : !xvfb && !process.env.DISPLAY
      ? 'Xvfb, and there is no DISPLAY'
      : null;
  return { name: 'WebKit', missing, open: () => open(driver!, xvfb) };
};
