import { checkOnnx } from './networks/onnx.ts';
import { packOf, readModels } from './packs/manifest.ts';
import { locatePack } from './packs/packs.ts';

/**
 * Says in words for an operator whether a pack could be loaded now, and what it is calibrated for. Reads
 * every file and loads none.
 */
export function examinePack(name: string, data_dir: string): { ok: boolean; says: string } {
  try {
    const located = locatePack(name, data_dir);
    const bytes = readModels(located);
    const { manifest } = located;
    if (manifest.match.runtime === 'onnx') checkOnnx(bytes.matcher!, manifest.match.input);
    if (manifest.passive && bytes.passive) checkOnnx(bytes.passive, manifest.passive.input);
    const { version, match, liveness } = packOf(located);
    const matching =
      match.length > 0 ? 'matching calibrated' : 'matching not calibrated: nothing it matches is approved';
    const living = liveness ? 'passive liveness calibrated' : 'passive liveness not calibrated';
    return { ok: true, says: `${name} ${version}, every file as its manifest says; ${matching}; ${living}` };
  } catch (error) {
    return { ok: false, says: `${(error as Error).message}; every capture goes to review` };
  }
}
