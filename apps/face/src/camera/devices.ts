import type { CameraDevice } from './rank.ts';

const videoInputs = async (): Promise<MediaDeviceInfo[]> => {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind }) => kind === 'videoinput');
  } catch {
    return [];
  }
};

/**
 * How many cameras the browser reports. Before the permission they have no names, but they can be counted.
 */
export const countCameras = async (): Promise<number> => (await videoInputs()).length;

const facingOf = (device: MediaDeviceInfo): CameraDevice['facing'] => {
  try {
    const { facingMode = [] } = (device as InputDeviceInfo).getCapabilities();
    return facingMode.find((mode) => mode === 'user' || mode === 'environment') as CameraDevice['facing'];
  } catch {
    return undefined;
  }
};

/** Cameras with a name, which are those that this page may open. */
export const listCameras = async (): Promise<CameraDevice[]> =>
  (await videoInputs())
    .filter(({ deviceId }) => deviceId)
    .map((device) => ({ device_id: device.deviceId, label: device.label, facing: facingOf(device) }));

/** The camera behind an open track. */
export const cameraOf = (track: MediaStreamTrack): CameraDevice => {
  const { deviceId = '', facingMode } = track.getSettings();
  return {
    device_id: deviceId,
    label: track.label,
    facing: facingMode === 'user' || facingMode === 'environment' ? facingMode : undefined,
  };
};

/** Calls `changed` whenever a camera is plugged in or removed. Returns a function that stops watching. */
export const onDeviceChange = (changed: (cameras: CameraDevice[]) => void): (() => void) => {
  let over = false;
  const look = () =>
    void listCameras().then((cameras) => {
      if (!over) changed(cameras);
    });
  navigator.mediaDevices.addEventListener?.('devicechange', look);
  return () => {
    over = true;
    navigator.mediaDevices.removeEventListener?.('devicechange', look);
  };
};
