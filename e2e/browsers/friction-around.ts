import { csp, must, portal, type Scene, said } from './scene.ts';

/** Frictions that come from around the SDK: proxies, policies, clocks, applications, plain http. */
export const AROUND: Record<string, (scene: Scene) => Promise<void>> = {
  async 'proxy-path'({ pilot, service, open }) {
    await open();
    service.requests.length = 0;
    const told = await pilot.run(
      (jwt) =>
        window.sdk
          .createClient({ baseUrl: `${location.origin}/idv/` })
          .verify(jwt, { position: { timeoutMs: 500 } })
          .then(({ decision }) => ({ decision: decision as string })),
      await service.mint({ iss: `${service.origin}/idv` }),
    );
    const paths = service.requests.map(({ path }) => path);
    // The decision is about the position, which a busy machine or WebKitGTK may not give in time.
    must({ told, paths }, told.decision !== '', `${paths}` === '/idv/geolocation/verify');
  },

  async 'other-block'({ pilot, service, face, open }) {
    const { origin } = new URL(face);
    await open(csp(`connect-src 'self'; img-src 'none'; frame-src ${face}/`));
    const told = await pilot.run(
      async (jwt, url, from) => {
        let blocks = 0;
        document.addEventListener('securitypolicyviolation', () => blocks++);
        const handle = window.sdk.createClient({ baseUrl: location.origin }).face({ token: jwt, url });
        const ready = new Promise((done) => handle.on('ready', done));
        handle.open();
        const add = (tag: 'img' | 'iframe', src: string) =>
          document.body.append(Object.assign(document.createElement(tag), { src }));
        add('img', `${from}/pixel.png`);
        await ready;
        add('img', `${from}/pixel.png?`);
        add('iframe', `${from}/elsewhere`);
        await new Promise((done) => setTimeout(done, 1_500));
        const { state } = handle;
        handle.destroy();
        return { state, blocks };
      },
      await portal(service),
      `${face}/${said({ type: 'ready' })}`,
      origin,
    );
    must(told, told.state === 'open', told.blocks === 3);
  },

  async 'wrong-clock'({ pilot, service, open }) {
    await open();
    service.requests.length = 0;
    service.faults.push('busy');
    const told = await pilot.run(
      (jwt) =>
        window.sdk
          .createClient({ baseUrl: location.origin })
          .verify(jwt)
          .then(
            ({ decision }) => ({ outcome: decision as string }),
            ({ code }) => ({ outcome: code as string }),
          ),
      await service.mint({ exp: 1 }),
    );
    const asked = service.requests.map(({ path }) => path);
    // A question without a definite answer does not stop a token that looks expired by a wrong clock. WebKit here
    // has no position, so its decision is to try again.
    must(
      { ...told, asked },
      ['pass', 'retry'].includes(told.outcome),
      asked.join() === '/geolocation/collect,/geolocation/verify',
    );
  },

  async 'dev-https'({ pilot, service, open }) {
    await open();
    const told = await pilot.run(
      async (jwt) => {
        // As on http://192.168.0.7:3000, which no test may listen on.
        Object.defineProperty(window, 'isSecureContext', { value: false });
        const client = window.sdk.createClient({ baseUrl: location.origin });
        const code = await client.verify(jwt).catch((error) => error.code);
        return { code: code as string, problems: (await client.diagnose()).problems as string[] };
      },
      await service.mint(),
    );
    must(told, told.code === 'insecure_context', told.problems.includes('insecure_context'));
  },

  async 'ua-detect'({ pilot, open }) {
    await open();
    const told = await pilot.run(async () => {
      const userAgent = `${navigator.userAgent} Instagram 300.0.0.1.2`;
      Object.defineProperty(navigator, 'userAgent', { get: () => userAgent });
      const { inAppBrowser, problems } = await window.sdk
        .createClient({ baseUrl: location.origin })
        .diagnose();
      return { inAppBrowser, problems: problems as string[] };
    });
    must(told, told.inAppBrowser === 'Instagram', told.problems.includes('in_app_browser'));
  },
};
