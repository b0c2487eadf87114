import { createCipheriv, hkdfSync, type KeyObject } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import type { Selectable } from 'kysely';
import type { FaceTransformTable } from '../../database/tables/face.ts';
import { newId } from '../../ids.ts';
import type { Envelope } from '../../privacy/envelope.ts';
import type { Fused } from '../decision/match.ts';
import type { Db } from '../session/records.ts';
import type { Pack } from '../vision/vision.ts';

/**
 * A secret rotation of the space in which faces are compared. It keeps every similarity within one space, and
 * leaves none between two. So templates of one person in two organizations cannot be linked, and a leaked
 * template is useless elsewhere.
 */
export interface Transform {
  transform_id: string;
  apply(vector: Float32Array): Float32Array;
  undo(vector: Float32Array): Float32Array;
}

/** A space with a transform of its own. All are drawn from the one seed of the organization. */
export interface Space {
  env: Environment;
  pack: string;
  pack_version: string;
  dimensions: number;
}

/**
 * Draws an orthogonal map, uniformly among all of them (Haar): a product of reflections at normal vectors of
 * decreasing dimension and random signs (Stewart 1980, SIAM J. Numer. Anal. 17(3)). Applying it takes about
 * n² multiplications, and no decomposition is needed.
 */
export function drawTransform(transform_id: string, seed: KeyObject | Uint8Array, space: Space): Transform {
  const n = space.dimensions;
  const purpose = `face-transform|${space.env}|${space.pack}|${space.pack_version}|${n}`;
  const numbers = normals(Buffer.from(hkdfSync('sha256', seed, '', purpose, 32)), (n * (n + 3)) / 2);
  let used = 0;
  const draw = (count: number) => {
    used += count;
    return numbers.subarray(used - count, used);
  };
  // Reflection k acts on the last n − k coordinates and takes their first axis to a random direction.
  const normalVectors = Array.from({ length: n - 1 }, (_, k) => {
    const vector = draw(n - k);
    vector[0]! += Math.sign(vector[0]!) * norm(vector);
    const length = norm(vector);
    for (let i = 0; i < vector.length; i++) vector[i]! /= length;
    return vector;
  });
  const signs = Int8Array.from(draw(n), (value) => (value < 0 ? -1 : 1));
  const start = (vector: Float32Array): Float64Array => {
    if (vector.length !== n) throw new Error(`a vector of ${vector.length} dimensions, not ${n}`);
    return Float64Array.from(vector);
  };
  return {
    transform_id,
    apply(vector) {
      const out = start(vector).map((value, i) => value * signs[i]!);
      for (let k = n - 2; k >= 0; k--) reflect(out, k, normalVectors[k]!);
      return Float32Array.from(out);
    },
    undo(vector) {
      const out = start(vector);
      for (let k = 0; k < n - 1; k++) reflect(out, k, normalVectors[k]!);
      return Float32Array.from(out, (value, i) => value * signs[i]!);
    },
  };
}

/** Reflects the coordinates of `vector` from `k` on in the plane that is normal to `at`. */
function reflect(vector: Float64Array, k: number, at: Float64Array): void {
  const length = at.length;
  // Four sums at a time, because each addition would wait for the one before it.
  let [a, b, c, d, i] = [0, 0, 0, 0, 0];
  for (; i + 3 < length; i += 4) {
    a += at[i]! * vector[k + i]!;
    b += at[i + 1]! * vector[k + i + 1]!;
    c += at[i + 2]! * vector[k + i + 2]!;
    d += at[i + 3]! * vector[k + i + 3]!;
  }
  for (; i < length; i++) a += at[i]! * vector[k + i]!;
  const twice = 2 * (a + b + c + d);
  for (i = 0; i < length; i++) vector[k + i]! -= twice * at[i]!;
}

function norm(vector: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i]! * vector[i]!;
  return Math.sqrt(sum);
}

/** Derives normally distributed numbers from a key (AES-256-CTR, then Marsaglia's polar method). */
function normals(key: Buffer, count: number): Float64Array {
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const numbers = new Float64Array(count + 1);
  // Eight bytes for two numbers, of which a fifth is refused.
  const chunk = Buffer.alloc(Math.min(65_536, 8 * count));
  for (let filled = 0; filled < count; ) {
    const bytes = stream.update(chunk);
    for (let at = 0; at < bytes.length && filled < count; at += 8) {
      const u = bytes.readInt32LE(at) / 2 ** 31;
      const v = bytes.readInt32LE(at + 4) / 2 ** 31;
      const s = u * u + v * v;
      if (s >= 1 || s === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(s)) / s);
      numbers[filled++] = u * factor;
      numbers[filled++] = v * factor;
    }
  }
  return numbers.subarray(0, count);
}

/** The context that is bound into a wrapped seed. */
const context = (org: string, transform_id: string): string => `face-transform|${org}|${transform_id}`;

const KEPT_MAX = 32;

/** The parts of the world that transforms need; `transforms` keeps those that were drawn, by name. */
interface TransformWorld {
  database: { db: Db };
  envelope: Envelope;
  clock: { now(): number };
  transforms: Map<string, Transform>;
}

/** The transform of the faces that a pack sees. */
export const transformFor = (
  deps: TransformWorld,
  { org, env }: { org: string; env: Environment },
  { id, version, dimensions }: Pick<Pack, 'id' | 'version' | 'dimensions'>,
  db?: Db,
): Promise<Transform> => transformOf(deps, org, { env, pack: id, pack_version: version, dimensions }, db);

export const rotated = (transform: Transform, face: Fused): Fused => ({
  ...face,
  embedding: transform.apply(face.embedding),
});

/**
 * Throws for a template under another transform: its similarity would be noise, and noise would fail the
 * person.
 */
export function requireSame(row: { transform_id: string }, { transform_id }: Transform): void {
  if (row.transform_id !== transform_id) throw new Error('a template lies under another transform');
}

/**
 * The organization's transform of a space, drawn if it has none yet; any number of callers at once get the
 * same one. Inside a transaction `db` must be that transaction, and the row does not change until its end.
 */
async function transformOf(
  deps: TransformWorld,
  org: string,
  space: Space,
  db: Db = deps.database.db,
): Promise<Transform> {
  return openTransform(deps, await transformRow(deps, org, db)).in(space);
}

type Drawn = Pick<Selectable<FaceTransformTable>, 'org' | 'transform_id' | 'seed_wrapped'>;

/** One drawing of an organization, in every space; what was made of it is remembered. */
export function openTransform(deps: TransformWorld, { org, transform_id, seed_wrapped }: Drawn) {
  const known = deps.transforms;
  return {
    transform_id,
    in(space: Space): Transform {
      const { env, pack, pack_version, dimensions } = space;
      const name = [transform_id, env, pack, pack_version, dimensions].join('|');
      const seed = () => deps.envelope.unwrap(seed_wrapped, context(org, transform_id));
      const found = known.get(name) ?? drawTransform(transform_id, seed(), space);
      if (known.size >= KEPT_MAX) known.clear();
      known.set(name, found);
      return found;
    },
  };
}

async function transformRow(deps: TransformWorld, org: string, db: Db) {
  const rows = db
    .selectFrom('face_transform')
    .select(['org', 'transform_id', 'seed_wrapped'])
    .where('org', '=', org);
  const find = () => (db === deps.database.db ? rows : rows.forShare()).executeTakeFirst();
  const found = await find();
  if (found) return found;
  const fresh = newTransform(deps, org);
  await db
    .insertInto('face_transform')
    .values(fresh)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const winner = await find();
  if (!winner) throw new Error('the transform was taken away meanwhile');
  return winner;
}

/** A row with a new seed. */
export function newTransform(deps: TransformWorld, org: string) {
  const transform_id = newId('transform');
  return {
    org,
    transform_id,
    seed_wrapped: deps.envelope.newDataKey(context(org, transform_id)).wrapped,
    created_at: new Date(deps.clock.now()),
  };
}
