import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { built, type Recipe } from './built.ts';

let place: string;
let times: number;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'standpoint-built-'));
  mkdirSync(join(place, 'home/src'), { recursive: true });
  writeFileSync(join(place, 'home/src/one.ts'), 'one');
  times = 0;
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const recipe = (more: Partial<Recipe> = {}): Recipe => ({
  name: 'thing',
  home: join(place, 'home'),
  result: 'dist/things',
  spare: 'things',
  sources: [join(place, 'home/src')],
  tool: { name: 'the tool', load: async () => ({}) },
  async make(draft) {
    times++;
    writeFileSync(join(draft, 'made'), readFileSync(join(place, 'home/src/one.ts')));
  },
  ...more,
});
const missing = { name: 'the tool', load: () => Promise.reject(new Error('no such module')) };
const make = (more?: Partial<Recipe>) => built(recipe(more), { data_dir: join(place, 'data') });

describe('what is built when it is first needed', () => {
  it('is built once, and again when a source has changed, but not for a test', async () => {
    const folder = await make();
    await make();
    writeFileSync(join(place, 'home/src/one.test.ts'), 'a test');
    expect(await make()).toBe(folder);
    expect(times).toBe(1);
    writeFileSync(join(place, 'home/src/one.ts'), 'two');
    expect(readFileSync(join(await make(), 'made'), 'utf8')).toBe('two');
    expect(times).toBe(2);
  });

  it('is built once when many ask at the same moment', async () => {
    const folders = await Promise.all(Array.from({ length: 8 }, () => make()));
    expect([new Set(folders).size, times]).toEqual([1, 1]);
  });

  it('goes below the data directory when its own folder cannot be written', async () => {
    const folder = await make({ home: join(place, 'not-there') });
    expect(folder).toBe(join(place, 'data/things/dist/things'));
    expect(existsSync(join(folder, 'made'))).toBe(true);
  });

  it('is the last result without the tool, and a sentence where there is none', async () => {
    await expect(make({ tool: missing })).rejects.toThrow(
      'The thing is not built and the tool is not installed: run npm ci, then start again.',
    );
    const folder = await make();
    writeFileSync(join(place, 'home/src/one.ts'), 'two');
    expect(await make({ tool: missing })).toBe(folder);
  });

  it('keeps the last result when a build fails, and says what could not be built', async () => {
    const folder = await make();
    writeFileSync(join(place, 'home/src/one.ts'), 'two');
    const fails = async (draft: string) => {
      writeFileSync(join(draft, 'made'), 'half');
      throw new Error('a mistake in line 3');
    };
    await expect(make({ make: fails })).rejects.toThrow('The thing cannot be built: a mistake in line 3');
    expect(readFileSync(join(folder, 'made'), 'utf8')).toBe('one');
  });
});
