import { readdir, readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Serves the built page. Only built files exist for it, so no path can lead elsewhere. */
export type Pages = (name: string, response: ServerResponse) => Promise<void>;

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

export const openPages = (folder: URL, headers: Record<string, string>): Pages => {
  let files: Map<string, Buffer> | undefined;
  return async (name, response) => {
    files ??= await readFolder(folder);
    const path = name === '/' ? '/index.html' : name;
    const file = files?.get(path);
    if (!file) {
      const [status, text] = files ? [404, 'Not found.'] : [503, 'The page is not built: npx vite build'];
      return void response.writeHead(status as number, { 'content-type': 'text/plain' }).end(text);
    }
    const html = path.endsWith('.html');
    response.writeHead(200, {
      ...(html && headers),
      'content-type': TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      // Every file except the HTML documents has its hash in its name.
      'cache-control': html ? 'no-cache' : 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    response.end(file);
  };
};

const readFolder = async (folder: URL): Promise<Map<string, Buffer> | undefined> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => undefined);
  const base = fileURLToPath(folder);
  const files = entries?.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  const read = files?.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [`/${relative(base, path)}`, await readFile(path)] as const;
  });
  return read && new Map(await Promise.all(read));
};

/**
 * A strict policy: own scripts and styles only, nothing inline; the service for calls, the face app for its
 * frame.
 */
export const pageHeaders = (baseUrl: string, faceUrl: string): Record<string, string> => {
  const [service, face] = [new URL(baseUrl).origin, new URL(faceUrl).origin];
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      `connect-src 'self' ${service}`,
      `frame-src 'self' ${face}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    'permissions-policy': `geolocation=(self), camera=(self "${face}")`,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  };
};
