import type { Light } from '../../vision/vision.ts';

/** The light of one place in one picture, as its hue. */
export interface Seen {
  t_ms: number;
  hue: Hue;
}

/** A colour of the screen, in linear light, and when it was shown. */
export interface Shown {
  from_ms: number;
  until_ms: number;
  light: Light;
}

export interface Followed {
  /** Correlation of the steps of hue from colour to colour with those of the screen, −1 to 1. */
  likeness: number;
  /** The face's share of change for one unit of the screen's light. */
  strength: number;
  /** Standard error of `strength`, from the noise between pictures of one colour. */
  error: number;
  /** Milliseconds from the screen to the picture, at which the likeness is greatest. */
  lag_ms: number;
}

/** A screen and a camera take this long to show a colour wholly; the fade of the page is in it. */
const SETTLE_MS = 100;
/** From the page's call to the picture's time: a screen's delay and a camera's. */
const LAGS_MS = Array.from({ length: 25 }, (_, i) => -200 + 25 * i);
const LEAST_COLOURS = 7;

/** Logarithms of the three channels without their mean. */
export type Hue = readonly [number, number, number];

/** In the dark, eight bits make a hue of noise: this much light is added to each channel. */
const FLOOR = 0.004;

/** The light without its brightness: exposure changes all channels alike and leaves the hue as it is. */
export function hueOf(light: Light): Hue {
  const [r, g, b] = light.map((value) => Math.log(value + FLOOR)) as [number, number, number];
  const mean = (r + g + b) / 3;
  return [r - mean, g - mean, b - mean];
}

/** The screen's light without its mean: small reflections are linear in it. */
function tintOf([r, g, b]: Light): Hue {
  const mean = (r + g + b) / 3;
  return [r - mean, g - mean, b - mean];
}

/**
 * How the hue of a place follows the colours of the screen. Only the steps from one colour to the next are
 * compared, so a slow drift (white balance, a cloud) does not count. Null with too few pictures.
 */
export function followed(
  seen: readonly Seen[],
  shown: readonly Shown[],
  lags_ms: readonly number[] = LAGS_MS,
): Followed | null {
  let best: Followed | null = null;
  for (const lag_ms of lags_ms) {
    const found = atLag(seen, shown, lag_ms);
    if (found && (!best || found.likeness > best.likeness)) best = found;
  }
  return best;
}

interface Level {
  tint: Hue;
  hue: Hue;
  /** Variance of the mean hue. */
  variance: number;
}

function atLag(seen: readonly Seen[], shown: readonly Shown[], lag_ms: number): Followed | null {
  const levels = shown.flatMap(({ from_ms, until_ms, light }): Level[] => {
    const [from, until] = [from_ms + lag_ms + SETTLE_MS, until_ms + lag_ms];
    const level = levelOf(seen.filter(({ t_ms }) => t_ms >= from && t_ms <= until).map(({ hue }) => hue));
    return level ? [{ ...level, tint: tintOf(light) }] : [];
  });
  if (levels.length < LEAST_COLOURS) return null;
  let [both, ofScreen, ofFace, variance] = [0, 0, 0, 0];
  for (const [i, now] of levels.entries()) {
    const before = levels[i - 1];
    if (!before) continue;
    for (let k = 0; k < 3; k++) {
      const [s, f] = [now.tint[k]! - before.tint[k]!, now.hue[k]! - before.hue[k]!];
      both += s * f;
      ofScreen += s * s;
      ofFace += f * f;
      variance += s * s * (now.variance + before.variance);
    }
  }
  return {
    likeness: ofFace > 0 ? both / Math.sqrt(ofScreen * ofFace) : 0,
    strength: both / ofScreen,
    error: Math.sqrt(variance) / ofScreen,
    lag_ms,
  };
}

/** The mean hue of some pictures, and the variance of that mean in one channel. */
function levelOf(hues: readonly Hue[]): Omit<Level, 'tint'> | null {
  const n = hues.length;
  if (n === 0) return null;
  const hue = [0, 1, 2].map((k) => hues.reduce((sum, each) => sum + each[k]! / n, 0)) as [
    number,
    number,
    number,
  ];
  if (n === 1) return { hue, variance: 0 };
  const spread = hues.reduce(
    (sum, each) => sum + hue.reduce((s, mean, k) => s + (each[k]! - mean) ** 2, 0),
    0,
  );
  return { hue, variance: spread / 3 / (n - 1) / n };
}
