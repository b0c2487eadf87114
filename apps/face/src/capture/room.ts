/**
 * The light of the room by the camera's exposure, where a browser tells it: incident light is C · N² / (t · S)
 * with C = 250 lux seconds (ISO 2720), and an aperture of about f/2.
 */
const LUX_SECONDS = 250 * 2 ** 2;
/** From here on a phone’s light is less than 7 % of the room’s, and the service misses it too often. */
const BRIGHT_LUX = 300;

/** What Chromium on Android adds to the settings: the exposure in 100 µs, and the sensor's speed. */
export interface Exposure {
  exposureTime?: number;
  iso?: number;
}

/** Whether the room is too bright for a screen's light to show on a face. False where nothing is known. */
export const isBrightRoom = (settings: Exposure): boolean => {
  const { exposureTime, iso } = settings;
  if (!exposureTime || !iso) return false;
  return LUX_SECONDS / ((exposureTime / 10_000) * iso) > BRIGHT_LUX;
};
