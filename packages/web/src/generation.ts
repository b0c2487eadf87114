import { SDK_GENERATION } from './version.ts';

/**
 * True in the 0.3 line, which is built from this source with another `version.ts`. A bundler folds the
 * constant, so what only the earlier line does costs the present one nothing.
 */
export const IS_0_3: boolean = (SDK_GENERATION as string) === '0.3';
