import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isStory } from './projects.ts';
import { WAITING } from './waiting.ts';

/** The share of the files that are mixed: the longest. The short ones come last, so that all workers end together. */
const MIXED = 0.6;

/**
 * Browser stories come first, because they are the longest files: one that began last would run alone at the end, with
 * the other workers idle.
 *
 * The longest of the other files are mixed, and those that mostly wait are spread evenly among them. When four of those
 * happened to run together, the cores were half idle for twenty seconds.
 *
 * The files of `unit` come last. Vitest ends a worker when the next file in the queue belongs to another project, so a
 * `unit` file among the others would end a worker that has loaded the service.
 */
export class StoriesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longest_first = await super.sort(files);
    const units = longest_first.filter(({ project }) => project.name === 'unit');
    const stories = longest_first.filter((file) => isStory(this.#path(file)));
    const rest = longest_first.filter((file) => !units.includes(file) && !stories.includes(file));
    const waiting = WAITING.flatMap((path) => rest.filter((file) => this.#path(file) === path));
    const others = rest.filter((file) => !waiting.includes(file));
    const mixed = Math.floor(others.length * MIXED);
    return [
      ...stories,
      ...spread(waiting, this.#shuffled(others.slice(0, mixed))),
      ...others.slice(mixed),
      ...units,
    ];
  }

  /** In an order that depends on the files' paths alone, so that two runs have the same. */
  #shuffled(files: TestSpecification[]): TestSpecification[] {
    const place = (file: TestSpecification) =>
      createHash('sha256').update(this.#path(file)).digest().readUInt32BE();
    return files.sort((a, b) => place(a) - place(b));
  }

  #path({ moduleId }: TestSpecification): string {
    return relative(this.ctx.config.root, moduleId).replaceAll(sep, '/');
  }
}

/** One list of all the items. Each given list keeps its order, and is spread evenly over the whole. */
const spread = <T>(...lists: T[][]): T[] =>
  lists
    .flatMap((list) => list.map((item, i) => ({ item, at: (i + 0.5) / list.length })))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
