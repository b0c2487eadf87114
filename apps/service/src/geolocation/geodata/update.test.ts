import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PACKAGES } from '../../../data/sources.ts';
import { identify } from '../../data-folder/process-identity.ts';
import { BUNDLED_DATA, type Manifest, readManifest } from './artefact.ts';
import { openGeography, refreshGeography } from './geography.ts';
import type { Network } from './network/network.ts';
import type { Places } from './places/places.ts';
import { proveSentinels } from './sentinels.ts';
import { currentSnapshot, geoFolder, rollBack } from './snapshots.ts';
import { type Update, UpdateRefused, updateData } from './update.ts';

const scratch = mkdtempSync(join(tmpdir(), 'standpoint-update-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const dataDir = () => mkdtempSync(join(scratch, 'data-'));
const bundled = openGeography(dataDir());

/**
 * The data of the service with another manifest: small enough to build in a test, real enough to be opened.
 */
const building =
  (change: (manifest: Manifest) => void): Update['build'] =>
  async (_work, output) => {
    cpSync(BUNDLED_DATA, output, { recursive: true });
    const manifest = readManifest();
    change(manifest);
    writeFileSync(join(output, 'manifest.json'), JSON.stringify(manifest));
  };

/** Data that only the manifest calls newer: the digest of one artefact differs. */
const newer = building((manifest) => {
  manifest.artefacts.ip_country_1!.sha256 = 'f'.repeat(64);
  manifest.artefacts.ip_country_1!.data_date = '2026-11-01';
});

const update = (data_dir: string, more: Partial<Update> = {}) =>
  updateData({
    data_dir,
    now_ms: Date.UTC(2026, 10, 21, 12),
    dry_run: false,
    say: () => {},
    build: newer,
    open: () => bundled,
    ...more,
  });

const refusal = async (done: Promise<unknown>) => {
  const error = await done.then(
    () => null,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(UpdateRefused);
  return error as UpdateRefused;
};

/** Checks that no leftovers remain and that only the service's own data are in use. */
function expectUntouched(dir: string): void {
  expect(currentSnapshot(dir).name).toBe('bundled');
  expect(readdirSync(geoFolder(dir))).toEqual([]);
}

describe('known answers', () => {
  it('are given by the data that the service ships', () => {
    const report = proveSentinels(bundled.places, bundled.network);
    expect(report.failed_places).toEqual([]);
    expect(report).toMatchObject({ ok: true, failed_addresses: [] });
    expect(report.places + report.addresses).toBeGreaterThan(200);
  });

  it('are missed by data that moved one border, and by data without one address family', () => {
    const crimea: Places = {
      ...bundled.places,
      locate: (lat, lng) => {
        const found = bundled.places.locate(lat, lng);
        return found.subdivision === 'UA-43' ? { ...found, country: 'RU', subdivision: null } : found;
      },
    };
    expect(proveSentinels(crimea, bundled.network)).toMatchObject({ ok: false });
    const v4_only: Network = {
      ...bundled.network,
      lookup: (ip) => bundled.network.lookup(ip.includes(':') ? '10.0.0.1' : ip),
    };
    expect(proveSentinels(bundled.places, v4_only).ok).toBe(false);
  });

  it('allow for a network that moved', () => {
    const moved: Network = {
      ...bundled.network,
      lookup: (ip) => ({ ...bundled.network.lookup(ip), ...(ip === '8.8.8.8' && { country: 'CA' }) }),
    };
    const report = proveSentinels(bundled.places, moved);
    expect(report).toMatchObject({ ok: true, failed_addresses: [{ of: '8.8.8.8', found: 'CA' }] });
  });
});

describe('an update of geographic data', () => {
  it('installs packages alone, and none for what lies in the repository', () => {
    expect(PACKAGES.length).toBeGreaterThan(8);
    for (const spec of PACKAGES) expect(spec).toMatch(/^(@[\w.-]+\/)?[\w.-]+@[\w.]+$/);
  });

  it('is built, verified and swapped in, and leaves no leftovers', async () => {
    const dir = dataDir();
    const report = await update(dir);
    expect(report).toMatchObject({ outcome: 'updated', artefacts: { ip_country_1: { changed: true } } });
    expect(currentSnapshot(dir).name).toBe(report.snapshot);
    expect(readdirSync(geoFolder(dir)).sort()).toEqual(['current.json', 'snapshots']);
  });

  it('is refused with the names of what failed, and the data in use stay', async () => {
    const dir = dataDir();
    const failed = { of: '44.9521 34.1024', expected: 'UA-43', found: 'RU' };
    const prove = () => ({
      places: 1,
      addresses: 1,
      failed_places: [failed],
      failed_addresses: [],
      ok: false,
    });
    const { reasons } = await refusal(update(dir, { prove }));
    expect(reasons).toEqual(['44.9521 34.1024: RU instead of UA-43']);
    expectUntouched(dir);
  });

  it('is refused when the true digests do not match', async () => {
    const dir = dataDir();
    await expect(update(dir, { open: undefined })).rejects.toThrow(/SHA-256/);
    expectUntouched(dir);
  });

  it('is refused when the data are older, or much smaller, than those in use', async () => {
    const dir = dataDir();
    const older = building((manifest) => {
      manifest.artefacts.ip_country_1!.data_date = '2025-01-01';
    });
    expect((await refusal(update(dir, { build: older }))).reasons[0]).toMatch(/older than/);
    const half = building((manifest) => {
      manifest.artefacts.regions_world!.counts.regions! /= 2;
    });
    expect((await refusal(update(dir, { build: half }))).reasons[0]).toMatch(/regions/);
    expectUntouched(dir);
  });

  it('is measured by the bundled data when the snapshot is of an older version', async () => {
    const dir = dataDir();
    await update(dir);
    const { name, folder } = currentSnapshot(dir);
    const old = readManifest(folder);
    old.artefacts.regions_us = { ...old.artefacts.regions_surveyed!, counts: { regions: 51 } };
    delete old.artefacts.regions_surveyed;
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(old));
    const refreshed = await update(dir, { now_ms: Date.UTC(2026, 10, 22, 12) });
    expect(refreshed).toMatchObject({ outcome: 'updated' });
    expect(refreshed.snapshot).not.toBe(name);
    expect(currentSnapshot(dir).name).toBe(refreshed.snapshot);
  });

  it('changes nothing without newer data, in a dry run, or when building fails', async () => {
    const dir = dataDir();
    expect((await update(dir, { build: building(() => {}) })).outcome).toBe('unchanged');
    expect((await update(dir, { dry_run: true })).outcome).toBe('proved');
    const build = async () => {
      throw new Error('no network');
    };
    await expect(update(dir, { build })).rejects.toThrow('no network');
    expectUntouched(dir);
  });

  it('runs alone, takes over from an update that died, and clears up after it', async () => {
    const dir = dataDir();
    mkdirSync(geoFolder(dir));
    const lock = join(geoFolder(dir), 'update.lock');
    writeFileSync(lock, JSON.stringify(identify(process.pid)));
    const now_ms = Date.now();
    expect((await refusal(update(dir, { now_ms }))).message).toMatch(/Another update/);
    mkdirSync(join(geoFolder(dir), 'work-of-a-dead-one'));
    const gone = { pid: 999_999_999, start: null };
    const successor = { pid: process.pid, start: 'of another process' };
    // The last one was killed while it wrote the lock.
    for (const left of [JSON.stringify(gone), JSON.stringify(successor), '']) {
      writeFileSync(lock, left);
      await update(dir, { now_ms });
      expect(existsSync(lock)).toBe(false);
    }
    expect(readdirSync(geoFolder(dir))).not.toContain('work-of-a-dead-one');
  });
});

describe('a running service', () => {
  const service = (data_dir: string) => {
    const said: string[] = [];
    const log = {
      info: (_: unknown, text: string) => said.push(text),
      warn: (_: unknown, text: string) => said.push(text),
      error: (_: unknown, text: string) => said.push(text),
    };
    return {
      said,
      deps: { ...openGeography(data_dir), refused_snapshot: null, config: { data_dir }, log } as never,
    };
  };
  type Seen = { snapshot: string; places: Places; network: Network };
  const redated = building((manifest) => {
    manifest.artefacts.ip_country_1!.data_date = '2026-11-01';
    manifest.artefacts.ip_country_1!.sha256 = manifest.artefacts.ip_country_1!.sha256.toLowerCase();
    // A changed artefact whose digest is right; the bytes of another pack would not open.
    manifest.artefacts.countries!.counts.coded = 1;
  });

  it('loads a new snapshot and a rollback without a restart, and held values still answer', async () => {
    const dir = dataDir();
    const { deps, said } = service(dir);
    const before = { ...(deps as Seen) };
    await refreshGeography(deps);
    expect((deps as Seen).places).toBe(before.places);
    const prepared = join(geoFolder(dir), 'prepared');
    mkdirSync(prepared, { recursive: true });
    await redated('', prepared, { used: BUNDLED_DATA, current: BUNDLED_DATA });
    const { install, snapshotName } = await import('./snapshots.ts');
    install(dir, prepared, snapshotName(Date.UTC(2026, 10, 21), 'a'.repeat(64)));
    await refreshGeography(deps);
    expect((deps as Seen).network.dates.ip_country_1).toBe('2026-11-01');
    expect((deps as Seen).places).not.toBe(before.places);
    expect(before.places.locate(40.7128, -74.006).subdivision).toBe('US-NY');
    rollBack(dir);
    await refreshGeography(deps);
    expect((deps as Seen).snapshot).toBe('bundled');
    expect(said).toHaveLength(2);
  });

  it('keeps its data when a snapshot is damaged, and says so once', async () => {
    const dir = dataDir();
    const { deps, said } = service(dir);
    const before = (deps as Seen).places;
    await update(dir);
    // Its manifest names a digest that its file does not have.
    await refreshGeography(deps);
    await refreshGeography(deps);
    expect((deps as Seen).places).toBe(before);
    expect(said).toEqual([expect.stringMatching(/cannot be used/)]);
    expect(() => openGeography(dir)).toThrow(/--rollback/);
  });

  it('starts with its own data when a snapshot of an older version lacks some', async () => {
    const dir = dataDir();
    await update(dir, {
      build: building((manifest) => {
        manifest.artefacts.ip_country_1!.sha256 = 'f'.repeat(64);
      }),
    });
    const folder = currentSnapshot(dir).folder;
    const manifest = readManifest(folder);
    delete manifest.artefacts.regions_surveyed;
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
    const said: string[] = [];
    const opened = openGeography(dir, (message) => said.push(message));
    expect(opened.places.versions).toEqual(bundled.places.versions);
    expect(said[0]).toMatch(/lack regions_surveyed/);
  });
});
