/** One file of one version, as `/sdk/manifest.json` lists it. */
interface Listed {
  url: string;
  integrity: string;
}

export interface SdkManifest {
  /** The newest first. */
  versions: { version: string; line: string; released: boolean; module: Listed; global: Listed }[];
}

/** What a page without a bundler copies. The browser runs no other bytes than these. */
export const scriptTag = ({ url, integrity }: Listed, type = ''): string =>
  `<script${type} src="${url}"\n  integrity="${integrity}"\n  crossorigin="anonymous"></script>`;

const CALL = 'const result = await standpoint.verify(token); // your backend makes the token';

export const globalCode = ({ url }: Listed): string =>
  `const standpoint = Standpoint.createClient({ baseUrl: '${new URL(url).origin}' });\n${CALL}`;

export const moduleCode = ({ url }: Listed): string =>
  `import { createClient } from '${url}';\n\n` +
  `const standpoint = createClient({ baseUrl: '${new URL(url).origin}' });\n${CALL}`;
