import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Browser stories first, because they are the longest files: one that began last would run alone at the end,
 * with the other workers idle.
 */
export class StoriesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isStory = ({ project }: TestSpecification) => project.name === 'browser';
    return [...sorted.filter(isStory), ...sorted.filter((file) => !isStory(file))];
  }
}
