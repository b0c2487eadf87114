import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NEW_YORK } from '../browser.ts';
import { findProgram } from './find.ts';
import { type Engine, type Pilot, pilotOf } from './pilot.ts';
import { startProcess } from './process.ts';

const { latitude: lat, longitude: lng, accuracy } = NEW_YORK;

/** Firefox's own simulated camera (one changing colour) and position, and no call to the outside. */
const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'geo.prompt.testing': true,
  'geo.prompt.testing.allow': true,
  'geo.provider.use_geoclue': false,
  'geo.provider.network.url': `data:application/json,${JSON.stringify({ location: { lat, lng }, accuracy })}`,
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  // Everything but this machine goes to a port where nothing listens.
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
};

const makeProfile = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'standpoint-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(folder, 'user.js'), lines.join('\n'));
  return folder;
};

type Send = <T>(method: string, params: object) => Promise<T>;

/** WebDriver BiDi: one JSON message per call over a WebSocket, which Firefox offers itself. */
const connect = async (address: string): Promise<{ send: Send; close(): void }> => {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`no connection to ${address}`));
  });
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  let calls = 0;
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data));
    const caller = waiting.get(id);
    waiting.delete(id);
    if (type === 'success') caller?.resolve(result as never);
    else caller?.reject(new Error(`${error}: ${message}`));
  };
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended'));
    waiting.clear();
  };
  const send: Send = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++calls;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
  return { send, close: () => socket.close() };
};

type Evaluated =
  | { type: 'success'; result: { value: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };

const openPage = async (send: Send, stop: () => Promise<void>): Promise<Pilot> => {
  await send('session.new', { capabilities: {} });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const { context } = contexts[0]!;
  return pilotOf({
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async call(script, text) {
      const told = await send<Evaluated>('script.callFunction', {
        functionDeclaration: script,
        arguments: [{ type: 'string', value: text }],
        target: { context },
        awaitPromise: true,
      });
      if (told.type === 'exception') throw new Error(told.exceptionDetails.text);
      return told.result.value;
    },
    close: stop,
  });
};

const open = async (file: string): Promise<Pilot> => {
  const profile = await makeProfile();
  const removeProfile = () => rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  const running = await startProcess(
    file,
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
    // The clock of its position, as an honest person's.
    { says: /WebDriver BiDi listening on (ws:\S+)/, env: { TZ: 'America/New_York' } },
  ).catch(async (error) => {
    await removeProfile();
    throw error;
  });
  const stop = async () => {
    await running.stop();
    await removeProfile();
  };
  try {
    const { send, close } = await connect(`${running.said![1]}/session`);
    const end = async () => {
      await send('browser.close', {}).catch(() => {});
      close();
      await stop();
    };
    return await openPage(send, end);
  } catch (error) {
    await stop();
    throw error;
  }
};

export const firefox = (): Engine => {
  const file = findProgram('FIREFOX_BIN', ['firefox-esr', 'firefox']);
  return { name: 'Firefox', missing: file ? null : 'firefox-esr or firefox', open: () => open(file!) };
};
