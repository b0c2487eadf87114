import { ENVIRONMENTS, type Environment } from '@standpoint/contract';
import type { BundledData } from '../geolocation/geodata/geography.ts';

/** Exit codes of every command. */
export const EXIT = { ok: 0, refused: 1, usage: 2 } as const;

/** The parts of the process that a command may use. `process` itself is one. */
export interface Terminal {
  env: Record<string, string | undefined>;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown; isTTY?: boolean };
  /** Ends a command that runs until it is told to stop; `process` has signals for that. */
  ended?: AbortSignal;
  /** The geographic data of the release, if several commands of one process share them. */
  bundled?: BundledData;
}

export interface Option {
  type: 'string' | 'boolean';
  /** The placeholder of the value in the help text, e.g. `FILE`. */
  value?: string;
  required?: true;
  meaning: string;
}
export type Options = Record<string, Option>;

type ValueOf<O extends Option> = O['type'] extends 'boolean' ? boolean : string;
export type Values<O extends Options> = {
  [K in keyof O as O[K] extends { required: true } ? K : never]: ValueOf<O[K]>;
} & { [K in keyof O as O[K] extends { required: true } ? never : K]?: ValueOf<O[K]> };

interface CommandCall<O extends Options = Options> {
  options: Values<O>;
  /** The positional arguments, at most as many as `args` names unless the last one may be several. */
  args: string[];
  json: boolean;
  terminal: Terminal;
}

/**
 * One command, one file. `run` returns the value that `--json` prints; `text` renders the same for a person.
 */
export interface Command<O extends Options = Options, R = unknown> {
  name: string;
  summary: string;
  /** Names of the positional arguments; required, unless in brackets. The last one may be several: `FILE…`. */
  args?: readonly string[];
  options: O;
  /** Further lines of help: an example, a reason. */
  notes?: string;
  run(call: CommandCall<O>): Promise<R>;
  text(result: R): string;
  /** 0 when absent. */
  exit?(result: R): number;
}

/** Keeps the literal types of the options for `run`, and hides them from the list of commands. */
export const command = <const O extends Options, R>(value: Command<O, R>): Command =>
  value as unknown as Command;

/** The command was refused or failed: exit code 1. `next` names the step that helps. */
export class Failure extends Error {
  readonly next: string | undefined;
  readonly fields: { path: string; message: string }[] | undefined;
  constructor(message: string, next?: string, fields?: { path: string; message: string }[]) {
    super(message);
    this.next = next;
    this.fields = fields;
  }
}

/** The command was called wrongly: exit code 2. */
export class Misuse extends Error {}

export const ENV = {
  env: { type: 'string', value: 'production|sandbox', meaning: 'the environment (default: sandbox)' },
} as const;
export const ORG = {
  org: { type: 'string', value: 'ID', meaning: 'the organization (default: the only one)' },
} as const;

export function environment(name: string | undefined): Environment {
  if (name === undefined) return 'sandbox';
  if (!ENVIRONMENTS.includes(name as Environment)) throw new Misuse('--env must be production or sandbox.');
  return name as Environment;
}

/** A number within bounds, or a usage error that names the option. */
export function number(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < min || value > max)
    throw new Misuse(`--${option} must be a number from ${min} to ${max}.`);
  return value;
}

export function oneOf<const W extends string>(option: string, text: string, words: readonly W[]): W {
  if (!words.includes(text as W)) throw new Misuse(`--${option} must be one of ${words.join(', ')}.`);
  return text as W;
}
