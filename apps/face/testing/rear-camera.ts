import type { Page } from 'playwright-core';

/** Runs in the phone's page, so it cannot refer to anything outside of it. */
const installRearCamera = (delay: number): void => {
  /** The phone's screen in this test, upright. */
  const [width, height] = [360, 640];
  const rear_tracks: MediaStreamTrack[] = [];
  const seen: { at: number; picture: ImageBitmap }[] = [];
  const film = async (text: string): Promise<void> => {
    const at = performance.now();
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    seen.push({ at, picture: await createImageBitmap(new Blob([bytes])) });
  };
  Object.assign(window, { film, rear_tracks });
  const rear = (): MediaStream => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d')!;
    const stream = canvas.captureStream(15);
    rear_tracks.push(...stream.getTracks());
    const draw = () => {
      if (stream.getVideoTracks()[0]!.readyState !== 'live') return;
      setTimeout(draw, 66);
      const late = performance.now() - delay;
      while (seen.length > 1 && seen[1]!.at <= late) seen.shift();
      context.fillStyle = '#777';
      context.fillRect(0, 0, width, height);
      const [now] = seen;
      if (!now || now.at > late) return;
      // As a person would hold a phone: a square of the screen is visible, with the code in its middle.
      const side = Math.min(now.picture.width, now.picture.height);
      const left = (now.picture.width - side) / 2;
      context.drawImage(now.picture, left, 0, side, side, 0, (height - width) / 2, width, width);
    };
    draw();
    return stream;
  };
  const devices = navigator.mediaDevices;
  const ask = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (wishes) => {
    const { facingMode } = (wishes?.video ?? {}) as { facingMode?: { ideal: string } };
    return facingMode?.ideal === 'environment' ? rear() : ask(wishes);
  };
};

/**
 * Installs, before the phone's page loads, a rear camera that looks at the desktop's screen. It shows live
 * pictures of the desktop's page, `delay_ms` late, as through a relay; the front camera stays Chromium's
 * own. Returns a function that starts it once the code is shown. The desktop should ask for reduced motion:
 * then its screen changes only with the code, and nothing else is filmed.
 */
export const rearCamera = async (
  phone: Page,
  delay_ms: number,
): Promise<(desktop: Page) => Promise<void>> => {
  await phone.addInitScript(installRearCamera, delay_ms);
  return async (desktop) => {
    const session = await desktop.context().newCDPSession(desktop);
    session.on('Page.screencastFrame', ({ data, sessionId }) => {
      // Either page may be gone meanwhile.
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
      phone
        .evaluate((text) => (window as unknown as { film(text: string): void }).film(text), data)
        .catch(() => {});
    });
    await session.send('Page.startScreencast', { format: 'jpeg', quality: 80 });
  };
};

/** The rear camera's live tracks. */
export const lights = (phone: Page): Promise<string[]> =>
  phone.evaluate(() =>
    (window as unknown as { rear_tracks: MediaStreamTrack[] }).rear_tracks
      .filter(({ readyState }) => readyState === 'live')
      .map(({ id }) => id),
  );
