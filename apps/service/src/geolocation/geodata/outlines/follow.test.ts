import { describe, expect, it } from 'vitest';
import { follow } from './follow.ts';
import { joined, type Line, type Point, ringsOf } from './rings.ts';
import { Track } from './track.ts';

const REACH_M = 20_000;
const everywhere = () => true;
const way = (text: string): Line => text.split(' ').map((point) => point.split(',').map(Number) as Point);
/** A line along the equator, with a point at every tenth of a degree. */
const along = (lat: number, from: number, to: number): Line =>
  Array.from(
    { length: Math.round(Math.abs(to - from) * 10) + 1 },
    (_, i): Point => [Math.round(10 * from + (to > from ? i : -i)) / 10, lat],
  );
const zigzag = (lat: number, from: number, to: number): Line =>
  along(lat, from, to).map(([lng, y], i) => [lng, y + (i % 2) * 0.01]);

describe('a line beside a better one', () => {
  it('takes its place and keeps its own ends', () => {
    const better = zigzag(0.1, -1, 3);
    const line = way('0,0 1,0 2,0');
    const drawn = follow(new Track([better]), line, everywhere, REACH_M);
    expect([drawn[0], drawn.at(-1)]).toEqual([line[0], line[2]]);
    expect(drawn.slice(1, -1)).toEqual(better.filter(([lng]) => lng >= 0 && lng <= 2));
  });

  it('runs as it did where it is not said to be beside', () => {
    const line = along(0, 0, 1);
    const drawn = follow(new Track([zigzag(0.1, -1, 3)]), line, (piece) => piece < 5, REACH_M);
    expect(drawn.slice(-5)).toEqual(line.slice(-5));
    expect(follow(new Track([]), line, everywhere, REACH_M)).toEqual(line);
  });

  it('takes the same way backwards when it runs the other way', () => {
    const track = new Track([zigzag(0.1, -1, 3)]);
    const line = along(0, 0, 2);
    const back = follow(track, line.toReversed(), everywhere, REACH_M);
    expect(back.reverse()).toEqual(follow(track, line, everywhere, REACH_M));
  });

  it('leaves out points that lie within fifty metres of what is left', () => {
    const drawn = follow(new Track([along(0.1, -1, 3)]), along(0, 0, 2), everywhere, REACH_M);
    expect(drawn).toHaveLength(4);
  });

  it('passes an island on the way', () => {
    const island = way('0.9,0.02 1.1,0.02 1,0.04 0.9,0.02');
    const better = zigzag(0.1, -1, 3);
    const track = new Track([island, better]);
    const drawn = follow(track, along(0, 0, 2), everywhere, REACH_M);
    expect(drawn).toEqual(follow(new Track([better]), along(0, 0, 2), everywhere, REACH_M));
    expect([...track.followed]).toEqual([better]);
  });

  it('goes on over the point at which a closed line begins, and all around it', () => {
    const round = (radius: number, first: number): Line =>
      Array.from({ length: 37 }, (_, i): Point => {
        const turn = ((first + i * 10) * Math.PI) / 180;
        return [radius * Math.cos(turn), radius * Math.sin(turn)].map(
          (n) => Math.round(n * 1e5) / 1e5,
        ) as Point;
      });
    const better = new Track([round(1, 0)]);
    const over = follow(
      better,
      round(0.95, 0).slice(33).concat(round(0.95, 0).slice(1, 4)),
      everywhere,
      REACH_M,
    );
    expect(over.every(([lng]) => lng > 0.7)).toBe(true);
    const all = follow(better, round(0.95, 180), everywhere, REACH_M).slice(1, -1);
    expect(all.length).toBeGreaterThanOrEqual(37);
    expect([all.some(([lng]) => lng > 0.99), all.some(([lng]) => lng < -0.99)]).toEqual([true, true]);
  });
});

describe('lines that are joined where their ends meet', () => {
  it('grow at both ends', () => {
    const parts = [along(0, 1, 2), along(0, 2, 3), along(0, 1, 0)];
    expect(joined(parts)).toEqual([along(0, 3, 0)]);
  });

  it('are rings without the ways out and back', () => {
    expect(ringsOf([way('0,0 1,0 2,0 1,0 1,1 0,0')])).toEqual([way('0,0 1,0 1,1 0,0')]);
  });
});
