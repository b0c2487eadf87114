import type { Read } from './read.ts';

/** The part of the Shape Detection API that this page uses. */
interface Detector {
  detect(picture: HTMLCanvasElement): Promise<{ rawValue: string }[]>;
}
interface Detectors {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** The browser's own reader, if it can read QR codes. It works outside the page's main thread. */
const ownReader = async (): Promise<Detector | null> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: Detectors };
  try {
    const formats = await BarcodeDetector?.getSupportedFormats();
    return BarcodeDetector && formats?.includes('qr_code')
      ? new BarcodeDetector({ formats: ['qr_code'] })
      : null;
  } catch {
    return null;
  }
};

/** 10 kB, loaded only in browsers without a reader of their own. */
const scriptReader = async (): Promise<Read> => {
  const { default: jsqr } = await import('jsqr');
  const search = jsqr as unknown as typeof jsqr.default;
  return async (picture) => {
    const { width, height } = picture;
    const { data } = picture.getContext('2d')!.getImageData(0, 0, width, height);
    // The desktop shows dark codes on white only.
    const found = search(data, width, height, { inversionAttempts: 'dontInvert' });
    return found ? [found.data] : [];
  };
};

/**
 * The best reader of this browser. A reader that is present but fails (a phone without the system service
 * behind it) is replaced.
 */
export const openReader = async (): Promise<Read> => {
  const own = await ownReader();
  if (!own) return scriptReader();
  let script: Promise<Read> | undefined;
  return async (picture) => {
    if (script) return (await script)(picture);
    try {
      return (await own.detect(picture)).map(({ rawValue }) => rawValue);
    } catch {
      script = scriptReader();
      return (await script)(picture);
    }
  };
};
