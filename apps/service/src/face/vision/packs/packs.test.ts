import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { model, node } from '../../../../testing/face/onnx.ts';
import { examinePack } from '../examine.ts';
import { hasRuntime } from '../networks/onnx-runtime.ts';
import { packageFolder } from '../networks/package-folder.ts';
import { openVision } from '../open.ts';
import { type Manifest, packOf, readModels } from './manifest.ts';
import { mistakesIn } from './manifest-check.ts';
import { locatePack, SHIPPED } from './packs.ts';

const data_dir = mkdtempSync(join(tmpdir(), 'standpoint-packs-'));
afterAll(() => rmSync(data_dir, { recursive: true }));

const MATCHER = join(packageFolder('@standpoint/face-models'), 'data', 'fr_feature.onnx');
const accurate = () => structuredClone(locatePack('accurate', data_dir).manifest);

/** In place of a matcher, where a pack is refused before its matcher is opened. */
const NO_MODEL = Buffer.alloc(2_000);

/** A pack as an operator writes it: only a matcher of their own. */
function own(
  name: string,
  change: (manifest: Record<string, unknown>) => void = () => {},
  matcher: Buffer = NO_MODEL,
): void {
  const folder = join(data_dir, 'packs', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'mine.onnx'), matcher);
  const manifest: Record<string, unknown> = {
    id: name,
    about: 'ours',
    models: [
      {
        role: 'matcher',
        file: 'mine.onnx',
        sha256: createHash('sha256').update(matcher).digest('hex'),
        licence: 'ours',
        provenance: 'ours',
      },
    ],
    match: accurate().match,
    passive: null,
    calibration: [],
    liveness: null,
  };
  change(manifest);
  writeFileSync(join(folder, 'pack.json'), JSON.stringify(manifest));
}

describe('model packs', () => {
  it.each(SHIPPED)(
    '%s is complete: every file matches its manifest, and the manifest passes the checks of an own pack',
    (name) => {
      const located = locatePack(name, data_dir);
      expect(Object.keys(readModels(located))).toContain('matcher');
      expect(mistakesIn(located.manifest, name)).toEqual([]);
      expect(examinePack(name, data_dir)).toMatchObject({ ok: true });
    },
  );

  it('states its data, and thresholds that rise as the FMR falls', () => {
    for (const name of SHIPPED) {
      const { match } = packOf(locatePack(name, data_dir));
      expect(match.map(({ template, probe }) => [template, probe])).toEqual([
        [1, 1],
        [3, 1],
      ]);
      for (const { points, data, impostor_pairs } of match) {
        expect(data).toContain('LFW');
        expect(impostor_pairs).toBeGreaterThan(30 / 1e-4);
        for (const [i, point] of points.entries())
          if (i > 0) {
            expect(point.fmr).toBeLessThan(points[i - 1]!.fmr);
            expect(point.threshold).toBeGreaterThan(points[i - 1]!.threshold);
          }
      }
    }
  });

  it('changes its version with a model or a preparation step, but not with words or a calibration', () => {
    const version = (change: (manifest: Manifest) => unknown) => {
      const manifest = accurate();
      change(manifest);
      return packOf({ manifest, folder: null }).version;
    };
    const before = version(() => {});
    expect(version((m) => Object.assign(m.models[4]!, { sha256: '0'.repeat(64) }))).not.toBe(before);
    expect(version((m) => Object.assign(m.match.input, { divide: 127 }))).not.toBe(before);
    expect(version((m) => Object.assign(m.match.alignment[2]!, { y: 70 }))).not.toBe(before);
    expect(version((m) => Object.assign(m, { about: 'x', calibration: [] }))).toBe(before);
  });

  it('takes an uncalibrated pack of the operator, with our detector', () => {
    own('mine', () => {}, readFileSync(MATCHER));
    const pack = packOf(locatePack('mine', data_dir));
    expect(pack).toMatchObject({ id: 'mine', match: [], liveness: null });
    expect(pack.models.map(({ role }) => role)).toContain('landmarks_weights');
    expect(examinePack('mine', data_dir)).toMatchObject({
      ok: true,
      says: expect.stringContaining('matching not calibrated'),
    });
  });

  it.skipIf(hasRuntime())(
    'says what to install for a matcher that our own runner cannot run, and does not load it',
    async () => {
      own('strange', () => {}, model([node('GRelu', ['input'], ['output'])]));
      const says =
        /ONNX Runtime, because our own runner does not know GRelu: npm install --no-save onnxruntime-web@/;
      expect(examinePack('strange', data_dir)).toEqual({ ok: false, says: expect.stringMatching(says) });
      const vision = openVision({ pack: 'strange', data_dir, workers: 1 });
      await expect(vision.warm()).rejects.toThrow(says);
      await vision.close();
    },
  );

  it('refuses a pack with a changed byte, also at every look', async () => {
    own('changed');
    const file = join(data_dir, 'packs', 'changed', 'mine.onnx');
    const bytes = readFileSync(file);
    bytes[1000]! ^= 1;
    writeFileSync(file, bytes);
    expect(examinePack('changed', data_dir)).toEqual({
      ok: false,
      says: expect.stringMatching(/mine\.onnx is not the file .* every capture goes to review/),
    });
    const vision = openVision({ pack: 'changed', data_dir, workers: 1 });
    await expect(vision.warm()).rejects.toThrow(
      'mine.onnx is not the file that the pack changed was made with',
    );
    await expect(vision.look([Buffer.alloc(10)])).rejects.toThrow('mine.onnx');
    await vision.close();
  });

  it.each<[string, (manifest: Record<string, unknown>) => void, RegExp]>([
    ['another name', (m) => Object.assign(m, { id: 'other' }), /id must be/],
    ['no matcher', (m) => Object.assign(m, { models: [] }), /no matcher/],
    [
      'a file outside',
      (m) => Object.assign((m.models as object[])[0]!, { file: '../../root.key' }),
      /inside the folder/,
    ],
    ['no hash', (m) => Object.assign((m.models as object[])[0]!, { sha256: '' }), /sha256/],
    ['no licence', (m) => Object.assign((m.models as object[])[0]!, { licence: '' }), /licence/],
    [
      'an unknown place',
      (m) => Object.assign(m.match as object, { alignment: [{ place: 'ear', x: 1, y: 1 }] }),
      /alignment/,
    ],
    ['no preparation', (m) => Object.assign(m.match as object, { input: {} }), /match\.input/],
    [
      'a table without pairs',
      (m) => Object.assign(m, { calibration: [{ template: 1 }] }),
      /calibration\[0\]/,
    ],
    [
      'a group without people',
      (m) => {
        const points = [{ fmr: 1e-2, threshold: 0.3, fnmr: 0.1 }];
        const table = { template: 1, probe: 1, genuine_pairs: 9, impostor_pairs: 9, points, data: 'ours' };
        Object.assign(m, { calibration: [{ ...table, groups: [{ name: 'all', points: [] }] }] });
      },
      /calibration\[0\]\.groups/,
    ],
    ['a liveness without a report', (m) => Object.assign(m, { liveness: { threshold: 0.5 } }), /liveness/],
  ])('refuses an own pack with %s, in words', (_what, change, words) => {
    own('wrong', change);
    expect(() => locatePack('wrong', data_dir)).toThrow(words);
    expect(examinePack('wrong', data_dir).ok).toBe(false);
  });

  it('says that a pack cannot be read when there is none of that name', () => {
    expect(() => locatePack('nothing', data_dir)).toThrow('the pack nothing cannot be read');
  });
});
