/** The entry of the 0.3 line: the same source. The build gives `version.ts` the version of that line. */
export * from './index.ts';
