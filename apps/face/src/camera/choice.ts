import type { CameraDevice } from './rank.ts';

/**
 * The camera that this person chose on this origin. If the browser refuses storage, nothing is remembered.
 */
const KEY = 'standpoint.face.camera';

export type Chosen = Pick<CameraDevice, 'device_id' | 'label'>;

export interface Choice {
  read(): Chosen | null;
  write(chosen: Chosen): void;
  /** For a device that no longer exists. */
  forget(): void;
}

export const rememberedChoice = (storage: () => Storage = () => localStorage): Choice => {
  const attempt = <T>(work: (at: Storage) => T): T | null => {
    try {
      return work(storage());
    } catch {
      return null;
    }
  };
  return {
    read: () => attempt((at) => JSON.parse(at.getItem(KEY) ?? 'null')),
    write: ({ device_id, label }) =>
      void attempt((at) => at.setItem(KEY, JSON.stringify({ device_id, label }))),
    forget: () => void attempt((at) => at.removeItem(KEY)),
  };
};

/**
 * The chosen camera, if it is present. Some browsers give a device a new id on each load; then exactly one
 * camera must have its name.
 */
export const chosenAmong = (devices: readonly CameraDevice[], chosen: Chosen | null): CameraDevice | null => {
  if (!chosen) return null;
  const same = devices.find(({ device_id }) => device_id === chosen.device_id);
  if (same) return same;
  const [named, ...more] = devices.filter(({ label }) => label && label === chosen.label);
  return named && more.length === 0 ? named : null;
};
