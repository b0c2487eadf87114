import type { Headers } from './headers.ts';

export const SERVERS = ['nginx', 'caddy', 'express', 'next'] as const;
export type Server = (typeof SERVERS)[number];

type Sent = Pick<Headers, 'Content-Security-Policy' | 'Permissions-Policy'>;

/** Each quotes a value in its own way: one header has apostrophes in it, and the other quotation marks. */
const SNIPPETS: Record<Server, (sent: Sent) => string> = {
  nginx: (sent) =>
    `# In the server or location block. A block with an add_header of its own inherits none.
add_header Content-Security-Policy "${sent['Content-Security-Policy']}" always;
add_header Permissions-Policy '${sent['Permissions-Policy']}' always;`,
  caddy: (sent) => `header {
	Content-Security-Policy "${sent['Content-Security-Policy']}"
	Permissions-Policy \`${sent['Permissions-Policy']}\`
}`,
  express: (sent) => `app.use((request, response, next) => {
  response.set({
    'Content-Security-Policy': "${sent['Content-Security-Policy']}",
    'Permissions-Policy': '${sent['Permissions-Policy']}',
  });
  next();
});`,
  next: (
    sent,
  ) => `// In the object that next.config.mjs exports. Next.js writes inline scripts: give them a nonce, or add
// 'unsafe-inline' to script-src.
headers: async () => [{
  source: '/:path*',
  headers: [
    { key: 'Content-Security-Policy', value: "${sent['Content-Security-Policy']}" },
    { key: 'Permissions-Policy', value: '${sent['Permissions-Policy']}' },
  ],
}],`,
};

export const snippetFor = (server: Server, sent: Sent): string => SNIPPETS[server](sent);
