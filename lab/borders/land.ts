import { readArtefact, readManifest } from '../../apps/service/src/geolocation/geodata/artefact.ts';
import { decodePack } from '../../apps/service/src/geolocation/geodata/packed/pack-file.ts';
import { regionsAt } from '../../apps/service/src/geolocation/geodata/places/regions-at.ts';

/** Whether any subdivision has the point, of whatever country: the truth's country lines run out to sea. */
export function landTest(): (lat: number, lng: number) => boolean {
  const manifest = readManifest();
  const packs = ['regions_world', 'regions_surveyed'].map((name) => decodePack(readArtefact(manifest, name)));
  return (lat, lng) => packs.some((pack) => regionsAt(pack, lat, lng).length > 0);
}
