import type { PackFile, PackManifest } from './manifest.ts';

/** OpenStreetMap's country lines: one version of one package, whose file is known by its hash. */
export const OSM = {
  package: '@osm_borders/maritime_10m',
  version: '1.1.0',
  file: 'borders.geo.json',
  sha256: 'a1aaf348a83087e9c210fc673a2226c0193aa41178b0ea53b4f79460d76eb7e4',
};

/** Its areas without an alpha-2 code. */
const CODES: Record<string, string> = { BES: 'BQ', CUW: 'CW', SXM: 'SX' };

export const osmCode = ({ isoA2, isoA3 }: Record<string, unknown>): unknown => isoA2 ?? CODES[String(isoA3)];

/** Its lines are to 10 m of OpenStreetMap's, and lose at most another 20 m here. */
export const OSM_ERROR_M = 50;
export const OSM_TOLERANCE_M = 20;

export const osmManifest = ({ sha256, version, file }: typeof OSM): PackManifest => ({
  name: OSM.package,
  version,
  licence:
    'Open Database License (ODbL) 1.0, https://opendatacommons.org/licenses/odbl/1-0/: a database made from ' +
    'it must be shared under the same licence when it is used in public',
  attribution:
    'Country borders: © OpenStreetMap contributors (ODbL 1.0), https://www.openstreetmap.org/copyright',
  source: `npm ${OSM.package}`,
  date: '2024-12',
  files: [{ file, property: 'isoA2', error_m: OSM_ERROR_M, sha256 } satisfies PackFile],
});
