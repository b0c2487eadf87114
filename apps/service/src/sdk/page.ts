import { code } from '../pages/docs/endpoint.ts';
import { html } from '../pages/html.ts';
import type { Page } from '../pages/page.ts';

/** One file of one version, as `/sdk/manifest.json` lists it. */
export interface Listed {
  url: string;
  /** What a page writes into `integrity`. */
  integrity: string;
  /** Without compression. */
  bytes: number;
}

export interface Manifest {
  latest: string;
  /** The newest first. */
  versions: { version: string; line: string; released: boolean; module: Listed; global: Listed }[];
}

export const scriptTag = ({ url, integrity }: Listed, type = ''): string =>
  `<script${type} src="${url}"\n  integrity="${integrity}"\n  crossorigin="anonymous"></script>`;

const useGlobal = (
  base_url: string,
) => `const standpoint = Standpoint.createClient({ baseUrl: '${base_url}' });
const result = await standpoint.verify(token);   // the token comes from your backend`;

const useModule = (base_url: string, url: string) => `import { createClient } from '${url}';

const standpoint = createClient({ baseUrl: '${base_url}' });`;

/** What a page without a bundler copies. */
export const sdkPage = ({ versions }: Manifest, base_url: string): Page => ({
  title: 'Browser SDK',
  description: 'The browser SDK of this service, as one script for a page without a bundler.',
  path: '/sdk/',
  body: html`<h1>Browser SDK</h1>
<p class="lead">For a page without a bundler. With one, install <code>@standpoint/web</code>, which is the same code.
<a href="/sdk/manifest.json">The manifest</a> lists these files for machines.</p>
${versions.map(
  ({ version, line, released, module, global }) => html`<section id="v${version}"><h2>${version}</h2>
${
  version === versions[0]!.version
    ? null
    : html`<p>The ${line} generation, for pages that were written for it. New pages use ${versions[0]!.version}.</p>`
}
${
  released
    ? null
    : html`<p>These bytes are not a release: they may change under this address, and a page that names the integrity
of today then blocks them.</p>`
}
<h3>One script</h3>
${code(scriptTag(global), `Script of ${version}`)}
${code(useGlobal(base_url), `Use of ${version}`)}
<h3>As a module</h3>
${code(scriptTag(module, ' type="module"'), `Module of ${version}`)}
${code(useModule(base_url, module.url), `Import of ${version}`)}
<p>A browser that has loaded the module with its integrity runs the same bytes at every import of this address.</p>
</section>`,
)}
<h2>Your policies</h2>
<p>Content-Security-Policy: <code>script-src ${base_url}; connect-src ${base_url}; frame-src</code> with the origin of
the face app. Neither <code>unsafe-inline</code> nor <code>unsafe-eval</code> is needed.</p>`,
});
