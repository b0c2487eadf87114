import { resolve } from 'node:path';
import { isCidr } from '../network-address.ts';

/** The values of the variables, and the mistakes that were found in them so far. */
export interface Reading<Name extends string> {
  given: Pick<ReadonlyMap<Name, string>, 'get' | 'has'>;
  defaults: Record<Name, { default: string }>;
  mistakes: string[];
}

export const settingOf = <N extends string>({ given, defaults }: Reading<N>, name: N): string =>
  given.get(name) ?? defaults[name].default;

/** The value of a variable; notes a mistake when it does not match. */
export function matching<N extends string>(
  reading: Reading<N>,
  name: N,
  pattern: RegExp,
  rule: string,
): string {
  const text = settingOf(reading, name);
  if (!pattern.test(text)) reading.mistakes.push(`${name} ${rule}`);
  return text;
}

export function port<N extends string>(reading: Reading<N>, name: N): number {
  const text = settingOf(reading, name);
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    reading.mistakes.push(`${name} must be a port from 0 to 65535`);
  return Number(text);
}

export function address<N extends string>(
  { given, mistakes }: Reading<N>,
  name: N,
  otherwise: string,
): string {
  const text = given.get(name);
  // The default is made of another address, and a mistake in that one is reported there.
  if (text === undefined) return otherwise.replace(/\/+$/, '');
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    mistakes.push(`${name} must be an http(s) address without query and fragment`);
  }
  return text.replace(/\/+$/, '');
}

export function cidrs<N extends string>(reading: Reading<N>, name: N): string[] {
  const listed = settingOf(reading, name)
    .split(',')
    .map((cidr) => cidr.trim())
    .filter(Boolean);
  for (const cidr of listed) if (!isCidr(cidr)) reading.mistakes.push(`${name}: ${cidr} is not a CIDR`);
  return listed;
}

/** A Redis, or null. */
export function redisUrl<N extends string>({ given, mistakes }: Reading<N>, name: N): string | null {
  const text = given.get(name);
  if (!text) return null;
  const url = URL.parse(text);
  if (!url || !/^rediss?:$/.test(url.protocol) || !url.hostname || !/^(\/\d*)?$/.test(url.pathname))
    mistakes.push(`${name} must be redis://[user:password@]host[:port][/number], or rediss:// for TLS`);
  return text;
}

/** A mail server, or null. */
export function smtpUrl<N extends string>({ given, mistakes }: Reading<N>, name: N): string | null {
  const text = given.get(name);
  if (!text) return null;
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname)
    mistakes.push(`${name} must be smtp://[user:password@]host[:port][?from=address], or smtps:// for TLS`);
  return text;
}

/** A further role for the database that `main` names, or null. */
export function roleUrl<N extends string>({ given, mistakes }: Reading<N>, name: N, main: N): string | null {
  const text = given.get(name);
  if (!text) return null;
  if (!given.has(main)) mistakes.push(`${name} needs ${main}; the embedded database has its own roles`);
  if (!/^postgres(ql)?:\/\//.test(text))
    mistakes.push(`${name} must be postgresql://user:password@host/database`);
  return text;
}

/** The whole path of a file, or null. Whether it is there is asked later, by what reads it. */
export function filePath<N extends string>({ given }: Reading<N>, name: N): string | null {
  const text = given.get(name);
  return text ? resolve(text) : null;
}
