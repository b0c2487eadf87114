import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kernels } from '../../service/src/face/vision/graph/kernels.ts';
import { Network } from '../../service/src/face/vision/graph/network.ts';
import { readGraphModel } from '../../service/src/face/vision/graph/tf-model.ts';
import { packageFolder } from '../../service/src/face/vision/networks/package-folder.ts';

const MODELS = join(packageFolder('@standpoint/face-models'), 'data');

export const openNetwork = (tensors: Kernels, name: 'blazeface' | 'facemesh'): Network =>
  new Network(
    tensors,
    readGraphModel(
      readFileSync(join(MODELS, `${name}.json`), 'utf8'),
      new Uint8Array(readFileSync(join(MODELS, `${name}.bin`))),
    ),
  );
