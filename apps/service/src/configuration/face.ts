import { matching, type Reading } from './reading.ts';

/** What runs the face models, and how much of the machine they may take. */
export const FACE_VARIABLES = {
  STANDPOINT_GALLERY_MB: {
    default: '1024',
    meaning: 'memory in MB for the search for duplicate faces; 10⁶ templates take 520 MB',
  },
  STANDPOINT_FACE_PACK: {
    default: 'accurate',
    meaning: 'face models: accurate, strict, or the name of a folder in packs/ of the data directory',
  },
  STANDPOINT_FACE_WORKERS: {
    default: '2',
    meaning: 'threads for the face models, at most one for each core; the first takes 250 MB, others 140 MB',
  },
} as const;

export function readFaceSettings(reading: Reading<keyof typeof FACE_VARIABLES>) {
  const pack = 'must be accurate, strict, or the name of a folder';
  const workers = 'must be a number from 1 to 64';
  const megabytes = 'must be a number of megabytes from 1 to 999999';
  return {
    face_pack: matching(reading, 'STANDPOINT_FACE_PACK', /^[a-z0-9][a-z0-9-]{0,63}$/, pack),
    face_workers: Number(matching(reading, 'STANDPOINT_FACE_WORKERS', /^([1-9]|[1-5]\d|6[0-4])$/, workers)),
    gallery_mb: Number(matching(reading, 'STANDPOINT_GALLERY_MB', /^[1-9]\d{0,5}$/, megabytes)),
  };
}
