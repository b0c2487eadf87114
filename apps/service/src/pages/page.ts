import { readFileSync } from 'node:fs';
import type { Plugin } from '../http/server.ts';
import { Html, html } from './html.ts';

export type App = Parameters<Plugin>[0];
type Reply = Parameters<Parameters<App['setErrorHandler']>[0]>[2];

export const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** Nothing but our own style and pictures may load. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface Page {
  title: string;
  description: string;
  /** Path of the page, to mark it in the navigation. */
  path: string;
  body: Html;
  /** List of links beside the text. */
  contents?: Html;
}

const NAVIGATION = [
  ['/docs', 'API'],
  ['/docs/errors', 'Errors'],
  ['/docs/sandbox', 'Sandbox'],
  ['/docs/consent', 'Consent'],
  ['/docs/retention', 'Retention'],
  ['/openapi.json', 'OpenAPI'],
] as const;

function renderPage({ title, description, path, body, contents }: Page): string {
  const link = ([to, name]: readonly [string, string]) =>
    html`<a href="${to}"${to === path ? new Html(' aria-current="page"') : null}>${name}</a>`;
  return html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
<link rel="stylesheet" href="/reference.css">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header><a class="brand" href="/"><img src="/icon.svg" alt="" width="24" height="24">Standpoint</a>
<nav aria-label="Pages">${NAVIGATION.map(link)}</nav></header>
<div class="${contents ? 'columns' : 'single'}">
${contents && html`<nav class="contents" aria-label="On this page">${contents}</nav>`}
<main id="content">${
    contents &&
    html`<details class="contents-phone"><summary>On this page</summary>
<div class="contents">${contents}</div></details>`
  }${body}</main>
</div>
<footer>Standpoint ${VERSION}</footer>
</body>
</html>
`.text;
}

export function sendPage(reply: Reply, page: string, policy: string = POLICY): Reply {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page);
}

/** Serves a page that is the same for every visitor. It is rendered once, on the first request. */
export function servePage(app: App, path: string, make: () => Page): void {
  let rendered: string | undefined;
  app.get(path, (_request, reply) => {
    rendered ??= renderPage(make());
    return sendPage(reply, rendered);
  });
}

/** Serves a small file from this folder. */
export function serveAsset(app: App, name: string, type: string): void {
  const content = readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
  app.get(`/${name}`, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type(type).send(content),
  );
}
