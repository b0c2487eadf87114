import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { GRANTED, launchBrowser } from '../../../e2e/browser.ts';

export type Source = 'camera' | 'canvas' | 'generator';
export type Facts = Record<string, unknown>;

const asked = new Map<Source, Promise<Facts>>();

/** What the face app's own code reports for a camera, a canvas or a track generator in a real Chromium. */
export const trackFacts = (source: Source): Promise<Facts> => {
  const known = asked.get(source) ?? ask(source);
  asked.set(source, known);
  return known;
};

const FACE_APP = new URL('../../../apps/face/src/capture/track.ts', import.meta.url);

const PAGE = `<!doctype html><title>Camera</title><video muted playsinline></video>
<script type="module">import * as faceApp from '/track.js'; globalThis.faceApp = faceApp;</script>`;

async function ask(source: Source): Promise<Facts> {
  const script = stripTypeScriptTypes(readFileSync(FACE_APP, 'utf8'));
  const server = createServer((request, response) => {
    const isScript = request.url === '/track.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : PAGE);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  // With the emulated card the times between pictures differ a little, as a camera's do. Without it they are all equal,
  // which the service notes as a sign of a made track.
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext(GRANTED);
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return await page.evaluate(factsOf, source);
  } finally {
    await browser.close();
    server.close();
  }
}

/**
 * Runs in the page. An attacker's page replaces the camera's stream with its own. The face app's code then
 * asks for the camera.
 */
async function factsOf(source: 'camera' | 'canvas' | 'generator'): Promise<Record<string, unknown>> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [640, 480];
  const context = canvas.getContext('2d')!;
  let drawn = 0;
  const draw = () => {
    context.fillStyle = `rgb(${drawn++ % 255} 80 80)`;
    context.fillRect(0, 0, 640, 480);
  };
  if (source !== 'camera') setInterval(draw, 33);
  draw();
  const made = (): MediaStream => {
    if (source === 'canvas') return canvas.captureStream(30);
    // biome-ignore lint/suspicious/noExplicitAny: not in every browser
    const generator = new (globalThis as any).MediaStreamTrackGenerator({ kind: 'video' });
    const writer = generator.writable.getWriter();
    setInterval(() => writer.write(new VideoFrame(canvas, { timestamp: performance.now() * 1_000 })), 33);
    return new MediaStream([generator]);
  };
  if (source !== 'camera') navigator.mediaDevices.getUserMedia = async () => made();
  const stream = await navigator.mediaDevices.getUserMedia({ video: true });
  const [track] = stream.getVideoTracks();
  const video = document.querySelector('video')!;
  // biome-ignore lint/suspicious/noExplicitAny: the face app's module, put there by the page
  const { trackFacts, watchPictures } = (globalThis as any).faceApp;
  video.srcObject = stream;
  const watch = watchPictures(video);
  await video.play();
  await new Promise((done) => setTimeout(done, 1_500));
  return JSON.parse(JSON.stringify(await trackFacts(track, watch.facts())));
}
