import type { LngLat } from '../mercator.ts';

/** Closed: its last point is its first one. */
export type Ring = readonly LngLat[];

/** End `2i` is where chain `i` begins, and `2i + 1` is where it ends. */
export const endOf = (chains: readonly Ring[], end: number): LngLat =>
  end % 2 === 0 ? chains[end >> 1]![0]! : chains[end >> 1]!.at(-1)!;

/** Moves an end along the meridian that it lies on. */
export function moveEnd(chains: readonly LngLat[][], end: number, lat: number): void {
  const [lng] = endOf(chains, end);
  chains[end >> 1]!.splice(end % 2 === 0 ? 0 : -1, 1, [lng, lat]);
}

/** Every end of the chains. */
export const endsOf = (chains: readonly Ring[]): number[] => chains.flatMap((_, i) => [2 * i, 2 * i + 1]);

/** The chains as closed rings; `next` is the end that an end is joined to. */
export function ringsOf(chains: readonly Ring[], next: (end: number) => number): LngLat[][] {
  const left = new Set(chains.keys());
  const rings: LngLat[][] = [];
  for (const begin of left) {
    const ring: LngLat[] = [];
    let end = 2 * begin;
    while (left.delete(end >> 1)) {
      const chain = chains[end >> 1]!;
      ring.push(...(end % 2 === 0 ? chain : chain.toReversed()));
      end = next(end ^ 1);
    }
    rings.push(withoutRepeats([...ring, ring[0]!]));
  }
  return rings;
}

const same = (a: LngLat, b: LngLat | undefined): boolean => a[0] === b?.[0] && a[1] === b[1];

export const withoutRepeats = (ring: Ring): LngLat[] =>
  ring.filter((point, i) => i === 0 || !same(point, ring[i - 1]));

/** The corners in order, beginning with number `first`, each with the one before it. */
export const cornersFrom = (corners: readonly LngLat[], first: number): [point: LngLat, before: LngLat][] =>
  corners.map((_, i) => [
    corners[(first + i) % corners.length]!,
    corners[(first + i + corners.length - 1) % corners.length]!,
  ]);
