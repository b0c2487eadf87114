import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Network } from '../../../apps/service/src/face/vision/graph/network.ts';
import { openKernels } from '../../../apps/service/src/face/vision/graph/open.ts';
import { readGraphModel } from '../../../apps/service/src/face/vision/graph/tf-model.ts';
import { findFaces } from '../../../apps/service/src/face/vision/networks/detector.ts';
import { type Point, traceFace } from '../../../apps/service/src/face/vision/networks/mesh.ts';
import { packageFolder } from '../../../apps/service/src/face/vision/networks/package-folder.ts';
import type { Raster } from './raster.ts';

/**
 * The 468 landmarks of the largest face, or null without a face. An attacker may use the same models as the
 * service.
 */
type FindLandmarks = (image: Raster) => Promise<readonly Point[] | null>;

let opened: Promise<FindLandmarks> | undefined;

export const landmarks = (): Promise<FindLandmarks> => {
  opened ??= open();
  return opened;
};

async function open(): Promise<FindLandmarks> {
  const kernels = await openKernels();
  const folder = join(packageFolder('@standpoint/face-models'), 'data');
  const graph = async (name: string) =>
    new Network(
      kernels,
      readGraphModel(
        await readFile(join(folder, `${name}.json`), 'utf8'),
        await readFile(join(folder, `${name}.bin`)),
      ),
    );
  const [detector, mesh] = [await graph('blazeface'), await graph('facemesh')];
  return async (image) => {
    const [face] = await findFaces(detector, image);
    return face ? (await traceFace(mesh, image, face)).points : null;
  };
}
