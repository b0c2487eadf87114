import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from '../http/server.ts';
import { asset, readAssets, sendAsset, sendCompressed } from './built-assets.ts';

const PREVIEW_PATH = '/dashboard/preview';

/**
 * The page runs without an origin of its own (`sandbox`): it has no storage, no cookie and no camera, it calls nothing,
 * sends no form and leads nowhere. Only the dashboard may frame it, and what it shows comes from there alone. So no
 * address can be made that shows a company's words to a person, or that runs a check.
 */
const policy = (origin: string): string =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    // Without an origin, `'self'` may be nothing.
    `script-src 'self' ${origin}`,
    `style-src 'self' ${origin}`,
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

/** Scripts of a page without an origin are fetched as by a stranger. The files are public, and hold no secret. */
const FOR_ANY = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** The preview of the face page for the dashboard. `files` is the folder of its built files. */
export const facePreview =
  (files: string): Plugin =>
  async (app, { config }) => {
    const page = await asset(readFileSync(join(files, 'index.html')), 'text/html; charset=utf-8');
    const assets = readAssets(files);
    const headers = {
      'content-security-policy': policy(new URL(config.base_url).origin),
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), display-capture=()',
      'cache-control': 'no-store',
    };
    // The slash, because the files are named relative to the page.
    app.get(`${PREVIEW_PATH}/`, (request, reply) =>
      sendCompressed(reply.headers(headers), page, request.headers['accept-encoding']),
    );
    app.get<{ Params: { name: string } }>(`${PREVIEW_PATH}/assets/:name`, ({ params, headers }, reply) => {
      const found = assets.get(params.name);
      return found ? sendAsset(reply, found, headers['accept-encoding'], FOR_ANY) : reply.callNotFound();
    });
  };
