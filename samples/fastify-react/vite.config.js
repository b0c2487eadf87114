/** The address of the service, as the page knows it. */
const base = process.env.STANDPOINT_BASE_URL ?? 'http://localhost:4000';

export default {
  define: { __STANDPOINT__: JSON.stringify(base) },
  // A strict policy allows no data: addresses for scripts.
  build: { assetsInlineLimit: 0 },
};
