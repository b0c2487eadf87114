import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { packageFolder } from '../../apps/service/src/face/vision/networks/package-folder.ts';
import { wasmFolder } from '../peers/local-models.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** Opens a camera and does nothing else. No page can be faster. */
const BARE = `<!doctype html><title>Bare</title><video muted autoplay playsinline></video><script>
navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user' } }).then((stream) => {
  times.camera = performance.now();
  document.querySelector('video').srcObject = stream;
});
</script>`;

/**
 * Human as its documentation uses it: camera and models load at once, then it analyses one picture after
 * the other. Only face detection is on.
 */
const HUMAN = `<!doctype html><title>Human</title><video muted autoplay playsinline></video><script type="module">
import { Human } from '/human/human.esm.js';
const human = new Human({
  backend: 'wasm', wasmPath: '/wasm/', modelBasePath: '/models/', warmup: 'none',
  gesture: { enabled: false }, body: { enabled: false }, hand: { enabled: false }, object: { enabled: false },
  face: { enabled: true, antispoof: { enabled: true }, liveness: { enabled: true } },
});
const video = document.querySelector('video');
const loaded = human.load().then(() => { times.models = performance.now(); });
video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user' } });
times.camera = performance.now();
await Promise.all([loaded, video.play()]);
for (;;) {
  const { face } = await human.detect(video);
  times.looks.push(performance.now());
  if (face.length > 0) times.face ??= performance.now();
  await new Promise((next) => video.requestVideoFrameCallback(next));
}
</script>`;

/** Pages that are compared with ours, each on its own origin. */
export interface Sites {
  bare: string;
  human: string;
  /** null if it could not be built here. */
  amplify: string | null;
  close(): Promise<void>;
}

/** Serves a folder below a path of the address. */
type Mounts = Record<string, string>;

async function serve(index: string, mounts: Mounts): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/') return void response.setHeader('content-type', TYPES['.html']!).end(index);
    const file = fileFor(mounts, pathname);
    if (!file) return void response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.setHeader('cache-control', 'no-store');
    response.end(readFileSync(file));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function fileFor(mounts: Mounts, pathname: string): string | null {
  const path = normalize(pathname);
  const [mount, folder] = Object.entries(mounts).find(([prefix]) => path.startsWith(prefix)) ?? [];
  if (!mount || !folder) return null;
  const file = join(folder, path.slice(mount.length));
  return existsSync(file) && statSync(file).isFile() ? file : null;
}

export async function openSites(amplify: string | null): Promise<Sites> {
  const human = packageFolder('@vladmandic/human', import.meta.url);
  const mounts = {
    '/human/': join(human, 'dist'),
    '/models/': join(human, 'models'),
    '/wasm/': wasmFolder(),
  };
  const built = amplify && readFileSync(join(amplify, 'index.html'), 'utf8');
  const servers = await Promise.all([
    serve(BARE, {}),
    serve(HUMAN, mounts),
    ...(amplify && built ? [serve(built, { '/': amplify })] : []),
  ]);
  return {
    bare: servers[0].url,
    human: servers[1].url,
    amplify: servers[2]?.url ?? null,
    async close() {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
