import { vi } from 'vitest';

/**
 * A camera, a video and a canvas of a page whose clock a test moves. The video draws the camera's newest
 * picture; two pictures are equal only if the camera delivered nothing in between.
 */
interface TestCamera {
  video: HTMLVideoElement;
  /** The picture that the video shows; 0 is the empty video of a camera that has not delivered any. */
  picture: number;
  /** The camera delivers its next picture. */
  deliver(): void;
  /** The page is painted, whether there is a new picture or not. */
  paint(): void;
  /** How often a picture was encoded. */
  encoded: number;
  /** How many frames and bitmaps were made and not closed. */
  open: number;
}

export interface TestCameraOptions {
  /** Milliseconds that the device takes to encode a picture. */
  encode_ms?: (count: number) => number;
  /** Whether the page's painting keeps up, so that `requestVideoFrameCallback` is called. */
  paints?: boolean;
  /** Whether drawing the video draws this picture; else it draws nothing, and says nothing. */
  draws?: (picture: number) => boolean;
  /** What the browser's `VideoFrame` of the video holds; absent in a browser that has none. */
  frames?: 'upright' | 'sideways' | 'planes';
  /** How many bytes a picture has at a quality; as few as its text by default. */
  bytes?: (quality: number) => number;
}

/** Call it with fake timers. */
export const openTestCamera = ({
  encode_ms = () => 5,
  paints = true,
  draws = () => true,
  frames,
  bytes = () => 0,
}: TestCameraOptions = {}): TestCamera => {
  let callbacks: (() => void)[] = [];
  const camera: TestCamera = {
    picture: 0,
    encoded: 0,
    open: 0,
    deliver() {
      camera.picture++;
      if (paints) camera.paint();
    },
    paint() {
      const all = callbacks;
      callbacks = [];
      for (const each of all) each();
    },
    video: {
      videoWidth: 1_280,
      videoHeight: 720,
      readyState: 2,
      HAVE_CURRENT_DATA: 2,
      requestVideoFrameCallback: (call: () => void) => callbacks.push(call),
      cancelVideoFrameCallback: () => {},
      getVideoPlaybackQuality: () => ({ totalVideoFrames: camera.picture }),
    } as unknown as HTMLVideoElement,
  };
  /** Holds the picture of the moment at which it was made. Like the video, it is not drawn. */
  class TestFrame {
    readonly picture = camera.picture;
    readonly format = frames === 'planes' ? 'NV12' : 'RGBA';
    readonly displayWidth = frames === 'sideways' ? 720 : 1_280;
    readonly displayHeight = frames === 'sideways' ? 1_280 : 720;
    readonly visibleRect = { width: 1_280, height: 720 };
    constructor() {
      if (camera.picture === 0) throw new Error('the video has no picture');
      camera.open++;
    }
    allocationSize = () => 1_280 * 720 * 4;
    copyTo = async (bytes: Uint8Array) => bytes.fill(this.picture, 0, 1);
    close = () => camera.open--;
  }
  vi.stubGlobal('VideoFrame', frames && TestFrame);
  const createImageData = () => ({ data: new Uint8Array(1_280 * 720 * 4) });
  vi.stubGlobal('createImageBitmap', async ({ data }: ReturnType<typeof createImageData>) => {
    camera.open++;
    return { copied: data[0], close: () => camera.open-- };
  });
  const createElement = () => {
    let [drawn, by] = [0, ''];
    return {
      getContext: () => ({
        canvas: { width: 1_280, height: 720 },
        clearRect: () => {
          [drawn, by] = [0, ''];
        },
        createImageData,
        drawImage: (source: { copied?: number }) => {
          // The same picture may have other colours when it comes from a frame.
          if (source.copied) [drawn, by] = [source.copied, ' of a frame'];
          else if (draws(camera.picture)) [drawn, by] = [camera.picture, ''];
        },
        getImageData: () => ({ data: [0, 0, 0, drawn > 0 ? 255 : 0] }),
      }),
      toBlob: (done: (blob: Blob) => void, _type: string, quality: number) => {
        const blob = new Blob([`picture ${drawn}${by}`.padEnd(bytes(quality))]);
        setTimeout(() => done(blob), encode_ms(camera.encoded++));
      },
    };
  };
  vi.stubGlobal('document', { createElement });
  return camera;
};
