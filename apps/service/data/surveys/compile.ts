import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Region } from '../../src/geolocation/geodata/packed/pack.ts';
import { type Iso, upperLevels } from '../boundaries.ts';
import { type CompiledPack, compileTopology } from '../topology.ts';
import { SURVEYS, type Survey } from './list.ts';

interface TopoJson {
  transform: { scale: [number, number] };
  arcs: [number, number][][];
  objects: Record<string, { geometries: Geometry[] }>;
}
interface Geometry {
  type: 'Polygon' | 'MultiPolygon';
  arcs: number[][] | number[][][];
  properties: { iso: string };
}

/** Degrees: about a metre. */
const GRID = 0.00001;

/** Codes that a file spells in another way than ISO 3166-2. */
const RESPELLED: Record<string, string> = { 'FR-75': 'FR-75C' };

/** All surveys in one pack. Areas of one file share their lines; those of two files lie side by side. */
export function compileSurveys(iso: Iso): CompiledPack {
  const regions: Region[] = [];
  const geometries: number[][][][] = [];
  const arcs: [number, number][][] = [];
  for (const survey of SURVEYS) {
    const { transform, objects, arcs: theirs } = readSurvey(survey);
    const times = Math.round(transform.scale[0] / GRID);
    const from = arcs.length;
    for (const arc of theirs) arcs.push(absolute(arc, times));
    for (const { type, arcs: list, properties } of Object.values(objects)[0]!.geometries) {
      const code = RESPELLED[properties.iso] ?? properties.iso;
      if (!iso.parent.has(code)) throw new Error(`${survey.file}: ${code} is no code of ISO 3166-2`);
      const within = upperLevels(iso, code);
      regions.push({ country: survey.country, code, within, boundary_error_m: survey.inner_error_m });
      const polygons = (type === 'Polygon' ? [list] : list) as number[][][];
      geometries.push(polygons.map((rings) => rings.map((ring) => ring.map((a) => (a < 0 ? ~a : a) + from))));
    }
  }
  const plan = { id: 'regions_surveyed', boundary_error_m: 150 };
  return compileTopology(plan, { scale: [GRID, GRID], translate: [0, 0] }, regions, geometries, arcs);
}

function readSurvey({ file, sha256 }: Survey): TopoJson {
  const bytes = readFileSync(new URL(file, import.meta.url));
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (digest !== sha256) throw new Error(`${file}: SHA-256 is ${digest}, the list says ${sha256}`);
  return JSON.parse(brotliDecompressSync(bytes).toString('utf8'));
}

function absolute(arc: [number, number][], times: number): [number, number][] {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx * times;
    y += dy * times;
    return [x, y];
  });
}
