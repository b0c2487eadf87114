import type { ArtefactPart } from '../../src/geolocation/geodata/artefact.ts';
import { OWN } from '../sources.ts';

/** One file of precise lines: Brotli-compressed TopoJSON beside this one, property `iso` is an ISO 3166-2 code. */
export interface Survey extends ArtefactPart {
  file: string;
  /** 95 % error of the lines between its areas, and of its line with other countries, metres. */
  inner_error_m: number;
  outer_error_m: number;
}

/** How each file was made from its source is in `docs/decisions/border-lines.md`. */
export const SURVEYS: readonly Survey[] = [
  {
    file: 'us-states.topojson.br',
    sha256: '083b81d94d3160e0da3c234263726b40daf2dc26435cf58ce604d778d8105d62',
    country: 'US',
    inner_error_m: 250,
    outer_error_m: 250,
    source: 'github.com/unitedstates/districts, upper-house districts dissolved into states',
    commit: '2efb0b4f05eb56e55c675a0246d858e9a6c53166',
    data_date: '2020',
    licence: 'public domain; the repository is CC0-1.0',
    attribution: 'U.S. Census Bureau, TIGER/Line (public domain)',
  },
  {
    file: 'subdivisions-at.topojson.br',
    sha256: '66d87abfbef113d3dce515db91a3c290f991fb76bcab4a3c6c15a4dbd9c9b03f',
    country: 'AT',
    inner_error_m: 100,
    outer_error_m: 200,
    source: 'github.com/ginseng666/GeoJSON-TopoJSON-Austria, 2021/simplified-95/laender_95_geo.json',
    commit: '81df08cced08b02a873f6375e17424e053a99ac0',
    data_date: '2021-01',
    licence: 'CC BY 4.0',
    licence_url: 'https://creativecommons.org/licenses/by/4.0/',
    attribution: 'Datenquelle: Statistik Austria – data.statistik.gv.at; Flooh Perlot (CC BY 4.0), changed',
  },
  {
    file: 'subdivisions-au.topojson.br',
    sha256: '4615341656a0e67f583d1dc49b944084f2c04dc0368daf9f507bbaef8e2517b9',
    country: 'AU',
    inner_error_m: 500,
    outer_error_m: 500,
    source: 'github.com/wfmackey/absmapsdata, data/state2021.rda',
    commit: '513415b949408d8696d74af3673df3367f290d5a',
    data_date: '2021',
    licence: 'CC BY 4.0',
    licence_url: 'https://creativecommons.org/licenses/by/4.0/',
    attribution: 'Australian Bureau of Statistics, ASGS Ed. 3 (CC BY 4.0), changed',
  },
  {
    file: 'subdivisions-br.topojson.br',
    sha256: 'f827db23b241a1abbfcdb8e995a9c3f97697b1026de93cf9d4f2885105635497',
    country: 'BR',
    inner_error_m: 3_000,
    outer_error_m: 3_000,
    source: 'github.com/tbrugz/geodata-br, geojson/geojs-*-mun.json, municipalities dissolved by file',
    commit: 'c39dfb040bfd466fe2a476bafed00749c5c42f16',
    data_date: '2016',
    licence: 'CC0-1.0',
    attribution: 'Fonte: IBGE',
  },
  {
    file: 'subdivisions-de.topojson.br',
    sha256: '1c96a33a14254f7803199a48c158bc1461acd50205d05e44b25f0cd81e957277',
    country: 'DE',
    inner_error_m: 100,
    outer_error_m: 200,
    source: 'github.com/meggsimum/geodata, federal_states_germany.gpkg',
    commit: '1e05965f3c5a6a53a04a8b1da063eea98251c730',
    data_date: '2021',
    licence: 'dl-de/by-2-0',
    licence_url: 'https://www.govdata.de/dl-de/by-2-0',
    attribution: '© GeoBasis-DE / BKG (2021), dl-de/by-2-0, data changed',
  },
  {
    file: 'subdivisions-fr.topojson.br',
    sha256: 'cee26b04312a8554e03cc39015dace1966fa36308b45a22dfaf7aad2c0777411',
    country: 'FR',
    inner_error_m: 150,
    outer_error_m: 300,
    source: 'github.com/gregoiredavid/france-geojson, departements.geojson',
    commit: '5d34ee6d0140c29f785fdb047d9329f1aab58833',
    data_date: '2018',
    licence: 'Licence Ouverte (Etalab)',
    licence_url: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence/',
    attribution: 'IGN – Admin Express COG 2018, Licence Ouverte, changed',
  },
  {
    file: 'subdivisions-gb.topojson.br',
    sha256: '5b2788a55920f3ce68fac8aacb5c5ec686b8b02c3acc6cf122c1ca1ac0ab28e7',
    country: 'GB',
    inner_error_m: 100,
    outer_error_m: 100,
    source: 'github.com/martinjc/UK-GeoJSON, json/electoral/{eng,wal,sco} and json/administrative/ni',
    commit: '88339000fc8711feb9c146d5cd7d145bf286350d',
    data_date: '2016',
    licence: 'OGL v3',
    licence_url: 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
    attribution:
      'Contains Ordnance Survey, ONS, NRS and LPS data © Crown copyright and database right 2016, OGL v3',
  },
  {
    file: 'subdivisions-it.topojson.br',
    sha256: '9da546f3824c6541902d78d8bbf58588771180eb8144214f9df98ecdd6668fc2',
    country: 'IT',
    inner_error_m: 400,
    outer_error_m: 600,
    source: 'github.com/openpolis/geojson-italy, geojson/limits_IT_regions.geojson',
    commit: '5dd489e676158175c75ae452ab9ec449bf5efb4b',
    data_date: '2023-06',
    licence: 'CC BY',
    attribution: 'ISTAT, confini amministrativi (CC BY), by way of openpolis, changed',
  },
  {
    file: 'subdivisions-pl.topojson.br',
    sha256: '831ed24ce3d2558d2f8fd2d84de94ef2d97d33bfe8994365cf84b562c994b22f',
    country: 'PL',
    inner_error_m: 50,
    outer_error_m: 100,
    source: 'github.com/ppatrzyk/polska-geojson, wojewodztwa/wojewodztwa-medium.geojson',
    commit: '74a22f97cf822aa1cb49802c1700ccb8b6340eca',
    data_date: '2019',
    licence: 'free of charge and conditions by law; the repository is MIT',
    attribution: 'GUGiK, Państwowy Rejestr Granic; © Piotr Patrzyk (MIT)',
  },
];

/** What the manifest says about the pack that is made of them. */
export const SURVEYS_SOURCE = {
  package: OWN,
  version: '2026.11.26',
  data_date: '2016',
  licence: 'of each source, as listed below',
  attribution: `Precise lines of ${SURVEYS.map(({ country }) => country).join(', ')}. ${SURVEYS.map(
    ({ attribution }) => attribution,
  ).join('. ')}`,
  parts: SURVEYS.map(({ file: _, inner_error_m: __, outer_error_m: ___, ...part }): ArtefactPart => part),
};
