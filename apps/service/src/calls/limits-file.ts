import { readFileSync } from 'node:fs';
import type { LimitOverrides } from '@standpoint/contract';
import { parseJson } from '../json.ts';
import { limitProblems } from './limits.ts';

/** The limits in STANDPOINT_LIMITS_FILE, and what is wrong with the file; no limits without it. */
export function readLimitsFile(file: string | null): { limits: LimitOverrides; mistakes: string[] } {
  if (file === null) return { limits: {}, mistakes: [] };
  const wrong = (mistakes: string[]) => ({
    limits: {},
    mistakes: mistakes.map((mistake) => `STANDPOINT_LIMITS_FILE: ${mistake}`),
  });
  try {
    const value = parseJson(readFileSync(file));
    const problems = limitProblems(value);
    return problems.length > 0 ? wrong(problems) : { limits: value as LimitOverrides, mistakes: [] };
  } catch (error) {
    return wrong([`${file} cannot be read: ${(error as Error).message}`]);
  }
}
