import { BUNDLED_DATA } from '../../src/geolocation/geodata/artefact.ts';
import type { BundledData } from '../../src/geolocation/geodata/geography.ts';
import { type Network, openNetwork, readNetworkData } from '../../src/geolocation/geodata/network/network.ts';
import { openPlaces } from '../../src/geolocation/geodata/places/places.ts';

let data: BundledData | undefined;

/** The geographic data of the release, read once for all services of this process. */
export function bundledData(): BundledData {
  data ??= { places: openPlaces(), network: readNetworkData() };
  return data;
}

/** A network on these data; `geo_dir` holds an operator's own files. */
export const bundledNetwork = (geo_dir: string | null = null): Network =>
  openNetwork(BUNDLED_DATA, geo_dir, bundledData().network);
