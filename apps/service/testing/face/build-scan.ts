import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import wabt from 'wabt';

const FOLDER = new URL('../../src/face/templates/dedupe/', import.meta.url);

/**
 * Builds the binary of scan.wat. `node apps/service/testing/face/build-scan.ts` writes it beside its source.
 */
export async function buildScan(): Promise<Buffer> {
  const { parseWat } = await wabt();
  const module = parseWat('scan.wat', readFileSync(new URL('scan.wat', FOLDER), 'utf8'), { simd: true });
  module.validate();
  const { buffer } = module.toBinary({ canonicalize_lebs: true, write_debug_names: false });
  module.destroy();
  return Buffer.from(buffer);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(new URL('scan.wasm', FOLDER), await buildScan());
