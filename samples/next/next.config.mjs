const base = process.env.STANDPOINT_BASE_URL ?? 'http://localhost:4000';

/** `'unsafe-inline'` is for Next.js, which writes inline scripts: a nonce replaces it (see its documentation). */
const policy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  `connect-src 'self' ${base}`,
  `frame-src ${base}`,
].join('; ');

export default {
  env: { NEXT_PUBLIC_STANDPOINT: base },
  headers: async () => [{ source: '/:path*', headers: [{ key: 'content-security-policy', value: policy }] }],
};
