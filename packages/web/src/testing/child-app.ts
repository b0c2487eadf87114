import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A minimal child's end of the bridge. A test drives it through `window.say` and `window.heard`. */
const CHILD = `
const fragment = new URLSearchParams(location.hash.slice(1));
window.heard = [];
window.fragment = Object.fromEntries(fragment);
const nonce = crypto.randomUUID();
addEventListener('message', (event) => {
  const { ns, v, type, nonce: echoed } = event.data ?? {};
  const mine = event.source === parent && event.origin === fragment.get('o');
  if (!mine || ns !== 'facecheck' || v !== 1 || type !== 'welcome' || echoed !== nonce) return;
  const [port] = event.ports;
  port.onmessage = ({ data }) => window.heard.push(data);
  window.say = (message) => port.postMessage(message);
  // For browsers whose frames a test cannot reach: the address holds what to say.
  const [, said = ''] = /\\/say\\/([^/]*)/.exec(location.pathname) ?? [];
  const script = new URLSearchParams(said).getAll('m');
  for (const message of script) port.postMessage(JSON.parse(message));
});
parent.postMessage({ ns: 'facecheck', v: 1, type: 'loading' }, fragment.get('o'));
if (!location.pathname.startsWith('/slow/') && !location.pathname.endsWith('mute')) {
  parent.postMessage({ ns: 'facecheck', v: 1, type: 'hello', nonce }, fragment.get('o'));
}
`;

/** Says hello without being the face app, and counts the ports that it gets. */
const IMPOSTOR = `
window.ports = 0;
addEventListener('message', (event) => { window.ports += event.ports.length; });
parent.postMessage({ ns: 'facecheck', v: 1, type: 'hello', nonce: 'impostor' }, '*');
`;

/** Serves the tests' child app on its own origin. */
export const startChildApp = async () => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    if (pathname === '/child.js') {
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(CHILD);
    }
    if (pathname === '/impostor.js') {
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(IMPOSTOR);
    }
    const script = pathname === '/impostor' ? '/impostor.js' : '/child.js';
    response.writeHead(200, {
      'content-type': 'text/html',
      // As the service answers for a page that the workflow does not list.
      ...(pathname.startsWith('/unlisted/') && { 'content-security-policy': "frame-ancestors 'self'" }),
    });
    response.end(
      `<!doctype html><title>child</title><button>In the frame</button><script src="${script}"></script>`,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
};
