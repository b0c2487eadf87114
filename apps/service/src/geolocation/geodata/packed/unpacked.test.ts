import { describe, expect, it } from 'vitest';
import { joined } from './joined.ts';
import { type PackHeader, type Region, sidesOf } from './pack.ts';
import { decodePack, encodePack, linesOf, openPack } from './pack-file.ts';

const area = (country: string): Region => ({ country, code: null, within: [] });

/** Two squares side by side that share one line, and a third that nothing touches. */
const ARCS: [number, number][][] = [
  [
    [100, 0],
    [100, -70_000_000],
  ],
  [
    [100, -70_000_000],
    [0, -70_000_000],
    [0, 0],
    [100, 0],
  ],
  [
    [100, -70_000_000],
    [200, -70_000_000],
    [200, 0],
    [100, 0],
  ],
  [
    [300, 0],
    [310, 0],
    [310, 10],
    [300, 0],
  ],
];

const HEADER: PackHeader = {
  id: 'test',
  boundary_error_m: 70,
  scale: [0.001, 0.001],
  translate: [0, 0],
  regions: [area('AA'), area('BB'), area('CC')],
  polygons: [
    [0, 0, 1],
    [1, 0, 2],
    [2, 3],
  ],
  arc_points: ARCS.map((arc) => arc.length),
  errors: [2, 10, 4, 20, 4, 30, 4, 40],
  beyond: { countries: ['DD', 'EE'], runs: [6, -1, 4, 1, 4, 0] },
};

const file = (header: Partial<PackHeader> = {}) => encodePack({ ...HEADER, ...header }, ARCS);

describe('the lines of a pack', () => {
  it('are those that were written, with an error and a country beyond each piece', () => {
    const lines = linesOf(openPack(file()));
    expect([...lines.points]).toEqual(ARCS.flat(2));
    expect([...lines.piece_error]).toEqual([10, 10, 20, 20, 20, 20, 30, 30, 30, 30, 40, 40, 40, 40]);
    expect([...lines.piece_beyond!]).toEqual([-1, -1, -1, -1, -1, -1, 1, 1, 1, 1, 0, 0, 0, 0]);
    expect(lines.beyond!.countries).toEqual(['DD', 'EE']);
  });

  it('have the error of the pack, and no country beyond, without values of their own', () => {
    const { errors: _, beyond: __, ...header } = HEADER;
    const lines = linesOf(openPack(encodePack(header, ARCS)));
    expect(new Set(lines.piece_error)).toEqual(new Set([70]));
    expect(lines.piece_beyond).toBeNull();
  });

  it('are taken in part, on another grid, after those of another pack', () => {
    const [first, second] = [file(), file({ beyond: { countries: ['EE'], runs: [14, 0] } })].map(openPack);
    const pack = joined(
      [
        { file: first!, takes: (region) => region === 2 },
        { file: second!, takes: (region) => region === 1 },
      ],
      { id: 'both', scale: [0.0005, 0.0005] },
    );
    expect([...pack.points]).toEqual([ARCS[3], ARCS[0], ARCS[2]].flat(2).map((value) => 2 * value!));
    expect(pack.regions.map(({ country }) => country)).toEqual(['CC', 'BB']);
    expect([...pack.piece_error]).toEqual([40, 40, 40, 40, 10, 10, 30, 30, 30, 30]);
    const beyond = [...pack.piece_beyond!].map((country) => pack.beyond!.countries[country]);
    expect(beyond).toEqual([...Array(4).fill('DD'), ...Array(6).fill('EE')]);
    // The neighbour of the shared line was not taken.
    expect(sidesOf(pack, pack.chunk_of_arc[1]!)).toEqual([area('BB'), undefined]);
  });

  it.each([
    ['cut off', file().subarray(0, -1), /ends too early/],
    ['followed by more', Buffer.concat([file(), Buffer.from([0])]), /bytes after its last arc/],
    [
      'without an end',
      Buffer.concat([file().subarray(0, -6), Buffer.alloc(6, 255)]),
      /number that is too large/,
    ],
    ['too few errors', file({ errors: [13, 10] }), /values for another number of lines/],
    ['too many errors', file({ errors: [14, 10, 1, 20] }), /values for another number of lines/],
    ['a run that is too long', file({ errors: [15, 10] }), /values for another number of lines/],
    ['too few countries', file({ beyond: { countries: [], runs: [1, -1] } }), /another number of lines/],
    ['of another version', Buffer.from('SPBP0002\0\0\0\0'), /not a boundary pack of this version/],
  ])('are refused: %s', (_what, bytes, message) => {
    expect(() => decodePack(bytes)).toThrow(message);
  });
});
