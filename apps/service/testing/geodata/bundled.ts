import type { BundledData } from '../../src/geolocation/geodata/geography.ts';
import { readNetworkData } from '../../src/geolocation/geodata/network/network.ts';
import { openPlaces } from '../../src/geolocation/geodata/places/places.ts';

let data: BundledData | undefined;

/** The geographic data of the release, read once for all services of this process. */
export function bundledData(): BundledData {
  data ??= { places: openPlaces(), network: readNetworkData() };
  return data;
}
