/**
 * Files that become assets of their own; `vite.config.ts` says where they lie. The default export is their
 * address.
 */
declare module 'face-models/*' {
  const address: string;

  export { address as default };
}
