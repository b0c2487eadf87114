/** What the rest of the app needs of the camera. */
export { CameraError } from './camera/cause.ts';
export { countCameras } from './camera/devices.ts';
export { hopelessHere } from './camera/facts.ts';
export { type Camera, openCamera } from './camera/open.ts';
export { isTooWeak } from './camera/pace.ts';
export { openRearCamera } from './camera/rear.ts';
