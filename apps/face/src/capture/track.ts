import type { TrackFacts } from '@standpoint/contract';

/** Facts about the camera's track for the manifest. They can raise suspicion and never clear it. */

interface PictureFacts extends Pick<TrackFacts, 'capture_time' | 'intervals' | 'interval_ms' | 'jitter_ms'> {
  delivered_width?: number;
  delivered_height?: number;
}

const MAX_INTERVALS = 1_000;

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** Statistics of the times between pictures, in milliseconds: count, mean and standard deviation. */
export const intervalFacts = (intervals: readonly number[]): PictureFacts => {
  if (intervals.length < 2) return {};
  const mean = intervals.reduce((sum, each) => sum + each, 0) / intervals.length;
  const variance = intervals.reduce((sum, each) => sum + (each - mean) ** 2, 0) / intervals.length;
  return {
    intervals: intervals.length,
    interval_ms: tenths(mean),
    jitter_ms: tenths(Math.sqrt(variance)),
  };
};

/**
 * Watches the pictures that a video shows until it is stopped. Returns no facts in a browser that cannot
 * tell.
 */
export const watchPictures = (video: HTMLVideoElement): { facts(): PictureFacts; stop(): void } => {
  const intervals: number[] = [];
  let capture_time: boolean | undefined;
  let [before, handle] = [0, 0];
  const next = () => {
    handle = video.requestVideoFrameCallback((now, { captureTime }) => {
      capture_time ||= captureTime !== undefined;
      if (before > 0 && intervals.length < MAX_INTERVALS) intervals.push(now - before);
      before = now;
      next();
    });
  };
  if ('requestVideoFrameCallback' in video) next();
  return {
    facts: () => ({
      ...intervalFacts(intervals),
      ...(capture_time !== undefined && { capture_time }),
      delivered_width: video.videoWidth,
      delivered_height: video.videoHeight,
    }),
    stop: () => video.cancelVideoFrameCallback?.(handle),
  };
};

const isNative = (value: unknown): boolean =>
  typeof value === 'function' && /\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(value));

/**
 * Browser functions that a page has replaced, as `name own` (a property that hides the browser's) or `name
 * not_native`.
 */
export const overridesOf = (
  objects: Readonly<Record<string, { of: object; names: readonly string[] }>>,
): string[] =>
  Object.entries(objects).flatMap(([name, { of, names }]) =>
    names.flatMap((method) => {
      const value = (of as Record<string, unknown>)[method];
      if (value === undefined) return [];
      const own = Object.hasOwn(of, method);
      const where = `${name}.${method}`.slice(0, 48);
      if (!isNative(value)) return [`${where} not_native`];
      return own && !name.endsWith('.prototype') ? [`${where} own`] : [];
    }),
  );

/** The functions that this page relies on between the camera and the encoded picture. */
const reliedOn = (track: MediaStreamTrack) => ({
  mediaDevices: { of: navigator.mediaDevices, names: ['getUserMedia', 'enumerateDevices'] },
  track: { of: track, names: ['getSettings', 'getCapabilities', 'getConstraints', ...Object.keys(track)] },
  'video.prototype': { of: HTMLVideoElement.prototype, names: ['requestVideoFrameCallback'] },
  'canvas.prototype': { of: HTMLCanvasElement.prototype, names: ['getContext', 'toBlob'] },
  'context.prototype': { of: CanvasRenderingContext2D.prototype, names: ['drawImage'] },
  ...(typeof VideoFrame !== 'undefined' && {
    'frame.prototype': { of: VideoFrame.prototype, names: ['copyTo'] },
  }),
  'Function.prototype': { of: Function.prototype, names: ['toString'] },
});

/** The first match wins: all engines name WebKit, and Chromium also names Safari. */
const engineOf = (agent: string): TrackFacts['engine'] =>
  /Firefox\//.test(agent)
    ? 'gecko'
    : /Chrom(e|ium)\//.test(agent)
      ? 'chromium'
      : /AppleWebKit\//.test(agent)
        ? 'webkit'
        : 'other';

/** Undefined if the browser names no device at all. */
const isEnumerated = async (deviceId: string | undefined): Promise<boolean | undefined> => {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    const cameras = devices.filter(({ kind, deviceId: id }) => kind === 'videoinput' && id);
    return cameras.length > 0 ? cameras.some(({ deviceId: id }) => id === deviceId) : undefined;
  } catch {
    return undefined;
  }
};

/** The driver's name for the camera, printable and shortened. */
const labelOf = (label: string): string => label.replace(/[^\P{C}]/gu, '').slice(0, 100);

export const trackFacts = async (track: MediaStreamTrack, pictures: PictureFacts): Promise<TrackFacts> => {
  const { deviceId, groupId, width, height, frameRate, facingMode } = track.getSettings();
  const overrides = overridesOf(reliedOn(track)).slice(0, 32);
  return {
    engine: engineOf(navigator.userAgent),
    constructor: track.constructor.name.slice(0, 64),
    label: labelOf(track.label),
    enumerated: await isEnumerated(deviceId),
    group_id: !!groupId,
    native_get_user_media: !overrides.some((each) => each.startsWith('mediaDevices.getUserMedia')),
    overrides,
    width,
    height,
    frame_rate: frameRate,
    facing_mode: facingMode,
    ...pictures,
  };
};
