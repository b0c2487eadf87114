/** The facts about a camera. */
export interface CameraDevice {
  device_id: string;
  label: string;
  facing?: 'user' | 'environment';
}

/** From the best to the last resort. */
type CameraClass = 'front' | 'ordinary' | 'back' | 'infrared' | 'virtual';
const ORDER: readonly CameraClass[] = ['front', 'ordinary', 'back', 'infrared', 'virtual'];

/**
 * Names that programs give to a virtual camera. The label comes from the driver: it affects the rank and
 * never blocks a camera.
 */
const VIRTUAL =
  /virtual|\bobs\b|obs[- ]?camera|manycam|snap camera|xsplit|v-?cam\b|mmhmm|camtwist|camomile|splitcam|webcamoid|altercam|youcam|prism|ndi\b|nvidia broadcast|broadcast camera|avatarify|fakewebcam|finecam|v4l2loopback|dummy video|unity video|screen capture|logi capture|droidcam|epoccam|iriun|sparkocam|chromacam|e2esoft|perfect ?cam/i;
const INFRARED =
  /\binfrared\b|\bir\b|ir camera|windows hello|depth|infrarouge|infrarot|infrarrojo|infravermelho/i;
const BACK =
  /\bback\b|\brear\b|environment|world.facing|trasera|traseira|arri[eè]re|r[uü]ckseit|خلفية|desk view|tele|ultra.?wide/i;
const FRONT =
  /\bfront\b|facetime|user.facing|frontal|delantera|avant|vorderseit|أمامية|selfie|integrated|built-?in|internal/i;

export const classOf = ({ label, facing }: CameraDevice): CameraClass => {
  if (VIRTUAL.test(label)) return 'virtual';
  if (INFRARED.test(label)) return 'infrared';
  if (facing === 'environment' || (!facing && BACK.test(label))) return 'back';
  return facing === 'user' || FRONT.test(label) ? 'front' : 'ordinary';
};

const placeOf = (device: CameraDevice): number => ORDER.indexOf(classOf(device));

/** Sorts cameras, best first; equal ones stay in the browser's order. Pure. */
export const rankCameras = (devices: readonly CameraDevice[]): CameraDevice[] =>
  [...devices].sort((a, b) => placeOf(a) - placeOf(b));

/**
 * The camera to switch to once, or null. Switches to the camera that the person chose, whatever its name;
 * otherwise only away from a back, infrared or virtual camera, and only to a better class. Pure.
 */
export const betterThan = (
  current: CameraDevice,
  devices: readonly CameraDevice[],
  chosen: CameraDevice | null,
): CameraDevice | null => {
  if (chosen) return chosen.device_id === current.device_id ? null : chosen;
  const best = rankCameras(devices)[0];
  const needed = placeOf(current) >= ORDER.indexOf('back');
  return needed && best && placeOf(best) < placeOf(current) ? best : null;
};

/**
 * Cameras that may replace one that does not start, best first: those that face the person, judged by name.
 * Pure.
 */
export const standIns = (devices: readonly CameraDevice[]): CameraDevice[] =>
  rankCameras(devices).filter((device) => device.label && placeOf(device) < ORDER.indexOf('back'));
