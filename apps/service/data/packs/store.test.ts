import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { BUNDLED_DATA } from '../../src/geolocation/geodata/artefact.ts';
import { openPlaces } from '../../src/geolocation/geodata/places/places.ts';
import { country, packFolder } from '../../testing/geodata/border-pack.ts';
import { openBase } from './base.ts';
import { packOf } from './main.ts';
import { carryOwn, copyWithoutOwn, putOwn } from './store.ts';

const scratch = mkdtempSync(join(tmpdir(), 'standpoint-store-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** A folder with the data of the release, as an update compiles them. */
function released(): string {
  const dir = mkdtempSync(join(scratch, 'data-'));
  copyWithoutOwn(BUNDLED_DATA, dir);
  return dir;
}

it('carries a pack into newer data, which then decide by it', () => {
  const [used, newer] = [released(), released()];
  const { pack, manifest } = packOf(packFolder(scratch, [country('LI')]), null, openBase(BUNDLED_DATA));
  putOwn(used, pack, manifest);
  expect(openPlaces(newer).versions).not.toHaveProperty('own_borders');
  carryOwn(used, newer);
  expect(openPlaces(newer).versions).toEqual(openPlaces(used).versions);
  expect(openPlaces(newer).versions).toHaveProperty('own_borders');
});

it('carries nothing where there is no pack', () => {
  const [used, newer] = [released(), released()];
  carryOwn(used, newer);
  expect(openPlaces(newer).versions).toEqual(openPlaces(BUNDLED_DATA).versions);
});
