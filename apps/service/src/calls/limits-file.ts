import { readFileSync } from 'node:fs';
import { ConfigError } from '../config.ts';
import { type LimitOverrides, limitProblems } from './limits.ts';

/** The address limits in STANDPOINT_LIMITS_FILE; an empty object without it. */
export function readLimitsFile(file: string | null): LimitOverrides {
  if (file === null) return {};
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigError([`STANDPOINT_LIMITS_FILE cannot be read: ${(error as Error).message}`]);
  }
  const problems = limitProblems(value);
  if (problems.length > 0)
    throw new ConfigError(problems.map((problem) => `STANDPOINT_LIMITS_FILE: ${problem}`));
  return value as LimitOverrides;
}
