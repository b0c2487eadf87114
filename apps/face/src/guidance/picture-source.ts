import { openTrackReader, type TrackReader } from './track-reader.ts';

/** Pause until a picture is there. */
const AGAIN_MS = 50;
/** A hidden video never calls back. */
const STALLED_MS = 500;

const pictureOf = (video: HTMLVideoElement): Promise<ImageBitmap> | VideoFrame =>
  'VideoFrame' in window ? new VideoFrame(video) : createImageBitmap(video);

interface PictureSource {
  /** Asks for the newest picture; `taken` receives it. */
  next(): void;
  close(): void;
}

/** Calls `shown` at the video's next picture, or `stalled` if none comes. Returns the timer of that wait. */
const awaitPicture = (
  video: HTMLVideoElement,
  shown: () => void,
  stalled: () => void,
): ReturnType<typeof setTimeout> | undefined => {
  if (!video.requestVideoFrameCallback) {
    requestAnimationFrame(shown);
    return undefined;
  }
  const handle = video.requestVideoFrameCallback(() => {
    clearTimeout(timer);
    shown();
  });
  const timer = setTimeout(() => {
    video.cancelVideoFrameCallback(handle);
    stalled();
  }, STALLED_MS);
  return timer;
};

/** Takes the newest picture from the camera's track if the browser can read it, else from the video. */
const openGrabber = (track: TrackReader | null) => {
  let reader = track;
  return {
    isDirect: () => reader !== null,
    async grab(video: HTMLVideoElement): Promise<{ picture: ImageBitmap | VideoFrame; at: number }> {
      const direct = (await reader?.next(video)) ?? null;
      if (!direct) {
        reader?.close();
        reader = null;
      }
      const at = performance.now();
      return { picture: direct ?? (await pictureOf(video)), at };
    },
    close: () => reader?.close(),
  };
};

/** Delivers the camera's pictures one by one, with the time (`performance.now()`) at which each was taken. */
export const openPictureSource = (
  video: () => HTMLVideoElement | null,
  taken: (picture: ImageBitmap | VideoFrame, at: number) => void,
): PictureSource => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let grabber: ReturnType<typeof openGrabber> | null = null;

  const later = (): void => {
    timer = setTimeout(next, AGAIN_MS);
  };
  const take = async (element: HTMLVideoElement): Promise<void> => {
    if (closed) return;
    try {
      const { picture, at } = await grabber!.grab(element);
      if (closed) picture.close();
      else taken(picture, at);
    } catch {
      // The video has just been removed.
      later();
    }
  };
  const next = (): void => {
    if (closed) return;
    const element = video();
    if (!element?.videoWidth || element.readyState < element.HAVE_CURRENT_DATA) return void later();
    const first = grabber === null;
    grabber ??= openGrabber(openTrackReader(element));
    // Use the picture that is already there; from then on wait for each new one.
    if (first || grabber.isDirect()) void take(element);
    else timer = awaitPicture(element, () => void take(element), next);
  };
  const close = (): void => {
    closed = true;
    clearTimeout(timer);
    grabber?.close();
  };
  return { next, close };
};
