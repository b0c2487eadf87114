/**
 * Files that the build emits as assets; `vite.config.ts` says where they are. The default export is the
 * asset's address.
 */
declare module 'face-models/*' {
  const address: string;

  export { address as default };
}
