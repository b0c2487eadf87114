import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface WithAxe {
  axe: { run(of: Document, options: RunOptions): Promise<AxeResults> };
}

/**
 * Findings of axe-core of every grade, minor ones too, each with the elements it names. A page must have none.
 * `rules`: only these, for a look at what a change of colours alone can break.
 */
export const accessibilityFaults = async (page: Page | Frame, ...rules: string[]): Promise<string[]> => {
  // Half a megabyte of program: a document gets it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const { violations } = await page.evaluate(
    (only) =>
      (window as unknown as WithAxe).axe.run(document, {
        // What passed is not gathered, which costs more than finding out.
        resultTypes: ['violations'],
        ...(only.length > 0 && { runOnly: only }),
      }),
    rules,
  );
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${impact}): ${html} ${failureSummary}`),
  );
};
