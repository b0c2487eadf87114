import type { CameraDevice } from './rank.ts';

/**
 * The camera that this person chose on this origin; a browser may refuse storage, then nothing is remembered.
 */
const KEY = 'standpoint.face.camera';

export type Chosen = Pick<CameraDevice, 'device_id' | 'label'>;

export interface Choice {
  read(): Chosen | null;
  write(chosen: Chosen): void;
  /** The device is not there any more. */
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
 * The chosen one, if it is there: some browsers give a device another id on each load, then its name has to
 * be the only one.
 */
export const chosenAmong = (devices: readonly CameraDevice[], chosen: Chosen | null): CameraDevice | null => {
  if (!chosen) return null;
  const same = devices.find(({ device_id }) => device_id === chosen.device_id);
  if (same) return same;
  const [named, ...more] = devices.filter(({ label }) => label && label === chosen.label);
  return named && more.length === 0 ? named : null;
};
