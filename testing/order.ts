import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The share of the files that are mixed: the longest. The short ones come last, so that all workers end together. */
const MIXED = 0.6;

/**
 * Browser stories come first, because they are the longest files: one that began last would run alone at the end, with
 * the other workers idle.
 *
 * The longest of the other files are mixed. Many of them are long because they wait, for a lapse or for a server that
 * is gone. When these ran at the same time, they left a fifth of two cores idle.
 */
export class StoriesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longest_first = await super.sort(files);
    const isStory = ({ project }: TestSpecification) => project.name === 'browser';
    const rest = longest_first.filter((file) => !isStory(file));
    const mixed = Math.floor(rest.length * MIXED);
    return [
      ...longest_first.filter(isStory),
      ...rest.slice(0, mixed).sort((a, b) => this.#place(a) - this.#place(b)),
      ...rest.slice(mixed),
    ];
  }

  /** A place that depends on the file's path alone, so that two runs have the same order. */
  #place({ moduleId }: TestSpecification): number {
    const path = relative(this.ctx.config.root, moduleId);
    return createHash('sha256').update(path).digest().readUInt32BE();
  }
}
