import { readArtefact, readManifest } from '../../src/geolocation/geodata/artefact.ts';
import { joined } from '../../src/geolocation/geodata/packed/joined.ts';
import { type Compiled, withOwn } from '../../src/geolocation/geodata/packed/own.ts';
import type { BoundaryPack } from '../../src/geolocation/geodata/packed/pack.ts';
import { openPack } from '../../src/geolocation/geodata/packed/pack-file.ts';
import type { Packs } from '../../src/geolocation/geodata/packed/packs.ts';

/** The compiled lines that a pack is put on. */
export interface Base {
  packs: Packs;
  /** The same as their files have them. */
  files: Compiled;
  /** Subdivisions of the whole world, which end at shores. */
  land: BoundaryPack;
}

export function openBase(dir: string): Base {
  const manifest = readManifest(dir);
  const open = (name: string) => openPack(readArtefact(manifest, name, dir));
  const files = {
    countries: open('countries'),
    surveyed: open('regions_surveyed'),
    world: open('regions_world'),
  };
  const { surveyed, world } = files;
  return {
    packs: withOwn(files, undefined),
    files,
    land: joined([{ file: surveyed }, { file: world }], { id: 'land', scale: surveyed.header.scale }),
  };
}
