/** The part of the camera that the rest of the app uses. */
export { CameraError } from './cause.ts';
export { countCameras } from './devices.ts';
export { hopelessHere } from './facts.ts';
export { type Camera, openCamera } from './open.ts';
export { isTooWeak } from './pace.ts';
export { openRearCamera } from './rear.ts';
