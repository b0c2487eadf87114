import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { ConfigError } from '../../config.ts';
import { isLocal } from '../../demo-default.ts';
import { type PackageFile, packageFiles } from '../../developer/package-files.ts';
import { Failure, Misuse, oneOf, type Terminal } from '../command.ts';
import { configOf } from '../service/running.ts';
import type { Places } from './write-files.ts';

export const TOOLS = ['npm', 'ios', 'android'] as const;
export type Tool = (typeof TOOLS)[number];
export const TOOL_OF: Record<PackageFile['file'], Tool> = {
  '.npmrc': 'npm',
  '~/.npmrc': 'npm',
  '~/.netrc': 'ios',
  'gradle.properties': 'android',
};

/** Options of commands that write or read these files. */
export const PLACE = {
  for: { type: 'string', value: 'LIST', meaning: `the files of: ${TOOLS.join(', ')} (default: all)` },
  project: { type: 'string', value: 'DIR', meaning: 'the project’s root (default: this folder)' },
} as const;
export const URL_OPTION = {
  url: {
    type: 'string',
    value: 'ADDRESS',
    meaning: 'production base address of the service (default: STANDPOINT_BASE_URL, else what runs here)',
  },
} as const;

export const toolsOf = (text: string | undefined): readonly Tool[] =>
  text === undefined ? TOOLS : text.split(',').map((tool) => oneOf('for', tool.trim(), TOOLS));

export const placesOf = (terminal: Terminal, project: string | undefined): Places => ({
  project: resolve(project ?? '.'),
  home: terminal.env.HOME || homedir(),
});

export const filesFor = (base_url: string, tools: readonly Tool[]): PackageFile[] =>
  packageFiles(base_url).filter(({ file }) => tools.includes(TOOL_OF[file]));

/** The address of the service, as its own configuration or the developer names it. */
export function addressOf(terminal: Terminal, named: string | undefined): string {
  if (named === undefined) {
    try {
      return configOf(terminal.env).base_url;
    } catch (error) {
      if (error instanceof ConfigError) throw new Misuse('Name the address of the service with --url.');
      throw error;
    }
  }
  const url = URL.parse(named.replace(/\/+$/, '').replace(/\/(npm|maven|ios)$/, ''));
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password)
    throw new Misuse(
      '--url must be an http(s) address such as https://id.example.com, without a token in it.',
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Over plain HTTP, every computer between would read the token; SwiftPM and Gradle refuse it anyway. */
export function requireHttps(address: string): void {
  if (address.startsWith('https:') || isLocal(address)) return;
  throw new Failure(
    `${address} is not https: the token would be readable on its way.`,
    'Ask the operator for the https address of the service.',
  );
}
