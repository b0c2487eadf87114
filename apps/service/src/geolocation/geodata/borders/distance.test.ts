import { expect, it } from 'vitest';
import { bundledData } from '../../../../testing/geodata/bundled.ts';
import { receivedPacks } from '../packed/sent.ts';
import { nearestSegment } from './distance.ts';

const { countries } = receivedPacks(bundledData().places.content().packs);
const all = () => -1;
const none = () => 0;

it('ends without a line to find, and with a reach that is no number', () => {
  const nearest = (mask: () => number, reach_m: number) =>
    nearestSegment(countries, countries.chunk_index, mask, { lat: 47, lng: 8, reach_m });
  expect(nearest(all, 100_000)?.distance_m).toBeLessThan(100_000);
  expect(nearest(none, 100_000)).toBeNull();
  for (const mask of [none, all]) expect(nearest(mask, Number.NaN)).toBeNull();
});
