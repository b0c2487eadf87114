import { isLocal } from '../../demo-default.ts';
import { command, Misuse, oneOf } from '../command.ts';
import { configOf } from '../service/running.ts';
import { type Headers, headersFor } from './headers.ts';
import { SERVERS, type Server, snippetFor } from './snippets.ts';

export const embedPolicy = command({
  name: 'embed policy',
  summary: 'Print the Content-Security-Policy and Permissions-Policy that a page with the SDK needs',
  options: {
    page: { type: 'string', value: 'URL', required: true, meaning: 'the page that calls the SDK' },
    url: { type: 'string', value: 'URL', meaning: "the service's address (default: from the settings)" },
    location: { type: 'boolean', meaning: 'the page checks a location (default: both checks)' },
    face: { type: 'boolean', meaning: 'the page shows the face check in a frame (default: both checks)' },
    'script-tag': { type: 'boolean', meaning: 'the page loads the SDK as one script of the service' },
    'framed-by': { type: 'string', value: 'URL', meaning: 'a page that shows this page in a frame' },
    for: { type: 'string', value: SERVERS.join('|'), meaning: 'print for one server only (default: all)' },
  },
  notes:
    'Merge the directives with those that your page has: a browser applies every policy that it is sent, so two\n' +
    'headers allow only what both allow. A redirect and a WebView need none of this (docs/embedding.md).',
  run: async ({ options, terminal }) => {
    const config = options.url ? null : configOf(terminal.env);
    const service = options.url
      ? secureOrigin('url', options.url).href.replace(/\/+$/, '')
      : config!.base_url;
    const both = !options.location && !options.face;
    const servers: readonly Server[] = options.for ? [oneOf('for', options.for, SERVERS)] : SERVERS;
    const headers = headersFor({
      page: secureOrigin('page', options.page).origin,
      service,
      face: config?.face_base_url ?? `${service}/face`,
      location: both || options.location === true,
      camera: both || options.face === true,
      script: options['script-tag'] === true,
      framed_by: options['framed-by'] ? secureOrigin('framed-by', options['framed-by']).origin : null,
    });
    const snippets = Object.fromEntries(servers.map((server) => [server, snippetFor(server, headers)]));
    return { ...headers, snippets };
  },
  text: ({ snippets, ...headers }) => textOf(headers, snippets),
});

/** A browser gives neither a position nor a camera to a page that others on the network could have changed. */
function secureOrigin(option: string, text: string): URL {
  // A semicolon is legal in the name of a host, and would end a directive.
  if (!URL.canParse(text) || !/^[\w.:[\]-]*$/.test(new URL(text).host))
    throw new Misuse(`--${option} must be an address such as https://shop.example.`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal(url.href)))
    throw new Misuse(
      `--${option} must begin with https://: a browser gives no position and no camera to ${url.origin}.`,
    );
  return url;
}

const SPACE = '\n\n';

const textOf = (headers: Headers, snippets: Record<string, string>): string =>
  [
    `Your page sends\n\n${sentLines(headers)}`,
    headers.frame_allow &&
      `The frame with the face check has (the SDK sets it)\n\n  allow="${headers.frame_allow}"`,
    headers.outer &&
      `The page around it sends\n\n  Permissions-Policy: ${headers.outer['Permissions-Policy']}\n\n` +
        `and its frame has\n\n  allow="${headers.outer.frame_allow}"`,
    headers.also.length > 0 && `Also\n\n${headers.also.map((line) => `- ${line}`).join('\n')}`,
    ...Object.entries(snippets).map(([server, snippet]) => `${server}\n\n${snippet}`),
  ]
    .filter((part) => part)
    .join(SPACE);

const sentLines = (headers: Headers): string =>
  (['Content-Security-Policy', 'Permissions-Policy'] as const)
    .map((name) => `  ${name}: ${headers[name]}`)
    .join('\n');
