import type { Config } from '../../config.ts';
import { packOf, WrongFile } from '../../face/vision/packs/manifest.ts';
import { locatePack } from '../../face/vision/packs/packs.ts';
import type { Pack } from '../../face/vision/vision.ts';
import { Failure } from '../command.ts';

/** The description of the models in use. It does not load the models. */
export function facePack({ face_pack, data_dir }: Config): Pack {
  try {
    return packOf(locatePack(face_pack, data_dir));
  } catch (error) {
    if (!(error instanceof WrongFile)) throw error;
    throw new Failure(error.message, 'See STANDPOINT_FACE_PACK: npx standpoint config print');
  }
}
