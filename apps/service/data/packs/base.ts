import { readArtefact, readManifest } from '../../src/geolocation/geodata/artefact.ts';
import { joined } from '../../src/geolocation/geodata/borders/joined.ts';
import type { BoundaryPack } from '../../src/geolocation/geodata/borders/pack.ts';
import { decodePack } from '../../src/geolocation/geodata/borders/pack-file.ts';
import { type Packs, packsOf } from '../../src/geolocation/geodata/borders/packs.ts';

/** The compiled lines that a pack is put on. */
export interface Base {
  packs: Packs;
  /** Subdivisions of the whole world, which end at shores. */
  land: BoundaryPack;
}

export function openBase(dir: string): Base {
  const manifest = readManifest(dir);
  const open = (name: string) => decodePack(readArtefact(manifest, name, dir));
  const [surveyed, world] = [open('regions_surveyed'), open('regions_world')];
  return {
    packs: packsOf({ countries: open('countries'), surveyed, world }),
    land: joined([{ pack: surveyed }, { pack: world }], { id: 'land', scale: surveyed.scale }),
  };
}
