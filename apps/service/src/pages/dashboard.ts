import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hostOf } from '../http/host.ts';
import type { Plugin } from '../http/server.ts';
import { asset, readAssets, sendAsset, sendCompressed } from './built-assets.ts';
import { outlines } from './outlines.ts';
import { tiles } from './tiles.ts';

/**
 * Only its own scripts, styles and addresses. Nothing may frame it: a page laid over it could have a person press
 * what they do not see.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  // The preview of the face page, which has a policy of its own.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A position is asked for when a person checks their own device in the sandbox. */
const HEADERS = {
  'content-security-policy': POLICY,
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(self), display-capture=(), publickey-credentials-get=(self)',
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
};

/**
 * The dashboard at `/dashboard` of the production base address: one page for every path below it, which finds out by
 * itself what to show. The cookie of a signed-in person belongs to this address, so the sandbox's sends them here.
 */
export const dashboard =
  (files: string): Plugin =>
  async (app, deps) => {
    const { config } = deps;
    void outlines(app, deps);
    void tiles(app, deps);
    const page = await asset(readFileSync(join(files, 'index.html')), 'text/html; charset=utf-8');
    const assets = readAssets(files);
    const host = hostOf(config);
    const shared = config.sandbox_base_url === config.base_url;
    const send = (request: FastifyRequest, reply: FastifyReply) => {
      if (!shared && host(request.raw) === 'sandbox')
        return reply.header('cache-control', 'no-store').redirect(`${config.base_url}${request.url}`, 302);
      return sendCompressed(reply.headers(HEADERS), page, request.headers['accept-encoding']);
    };
    app.get<{ Params: { name: string } }>('/dashboard/assets/:name', ({ params, headers }, reply) => {
      const found = assets.get(params.name);
      return found ? sendAsset(reply, found, headers['accept-encoding']) : reply.callNotFound();
    });
    app.get('/dashboard', send);
    app.get<{ Params: { '*': string } }>('/dashboard/*', (request, reply) => {
      // What no endpoint or file has is unknown, and not a page.
      if (/^(api|assets|outlines|tiles)(\/|$)/.test(request.params['*'])) return reply.callNotFound();
      return send(request, reply);
    });
  };
