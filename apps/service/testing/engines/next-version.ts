import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type * as FaceEngines from '../../src/face/decision/engines.ts';
import type * as Decision from '../../src/geolocation/decision/decision.ts';
import type * as Bundle from '../../src/geolocation/evidence/bundle.ts';
import type * as Stored from '../../src/geolocation/evidence/stored.ts';
import type * as TimeMachine from '../../src/geolocation/evidence/time-machine.ts';
import type * as Verify from '../../src/geolocation/evidence/verify.ts';
import { FOLDER } from '../mutant.ts';
import type * as Service from '../service.ts';
import { freeze } from './freeze.ts';

const REPOSITORY = resolve(import.meta.dirname, '../../../..');
const SERVICE = 'apps/service';
/** Files and folders that the copied source needs beside it. No version of the service changes them. */
const BESIDE = ['packages', 'workflow.example.json', `${SERVICE}/data`, `${SERVICE}/package.json`];

/**
 * Raises both engines. Each next engine decides differently, so that its answer cannot pass for a frozen
 * one's.
 */
const CHANGES: [file: string, from: string, to: string][] = [
  ['geolocation/decision/decision.ts', "ENGINE_VERSION = '1'", "ENGINE_VERSION = '2'"],
  ['geolocation/decision/decision.ts', "?? 'pass';", "?? 'review';"],
  ['geolocation/decision/engines.ts', 'FROZEN: readonly string[] = []', "FROZEN: readonly string[] = ['1']"],
  ['face/decision/judge.ts', "FACE_ENGINE_VERSION = '1'", "FACE_ENGINE_VERSION = '2'"],
  ['face/decision/judge.ts', "outcome: 'analysed',", "outcome: 'unavailable' as never,"],
  ['face/decision/engines.ts', 'FROZEN: readonly string[] = []', "FROZEN: readonly string[] = ['1']"],
];
const MIGRATION = 'ALTER TABLE verification ADD COLUMN of_the_next_version text;';

/**
 * A made-up next version of the service, made by the steps in CONTRIBUTING.md: the present engines are
 * frozen, then raised and changed, and the schema has one migration more. It proves that stored data survive
 * an upgrade before there is a second version.
 */
export async function nextVersion() {
  const root = folderOfItsOwn();
  for (const part of ['src', 'testing'])
    cpSync(join(REPOSITORY, SERVICE, part), join(root, SERVICE, part), {
      recursive: true,
      filter: (path) => !path.endsWith('.test.ts'),
    });
  for (const path of BESIDE) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(join(REPOSITORY, path), join(root, path));
  }
  const source = join(root, SERVICE, 'src');
  for (const area of ['geolocation', 'face'] as const)
    await freeze(area, join(source, area, 'decision'), join(source, area, 'decision/engines'));
  for (const change of CHANGES) edit(source, ...change);
  writeFileSync(join(source, 'database/migrations/0002-next.sql'), MIGRATION);
  const load = <T>(path: string) => import(/* @vite-ignore */ join(root, SERVICE, path)) as Promise<T>;
  return {
    decision: await load<typeof Decision>('src/geolocation/decision/decision.ts'),
    evidence: await load<typeof Verify>('src/geolocation/evidence/verify.ts'),
    stored: await load<typeof Stored>('src/geolocation/evidence/stored.ts'),
    bundle: await load<typeof Bundle>('src/geolocation/evidence/bundle.ts'),
    time_machine: await load<typeof TimeMachine>('src/geolocation/evidence/time-machine.ts'),
    face_engines: await load<typeof FaceEngines>('src/face/decision/engines.ts'),
    service: await load<typeof Service>('testing/service.ts'),
    remove: () => rmSync(root, { recursive: true }),
  };
}
export type NextVersion = Awaited<ReturnType<typeof nextVersion>>;

/**
 * The same folder each time, because Node keeps what it compiled by the path of a module. While another run holds it,
 * or after one that broke off, it is a new one.
 */
function folderOfItsOwn(): string {
  mkdirSync(FOLDER, { recursive: true });
  const usual = join(FOLDER, 'next');
  try {
    mkdirSync(usual);
    return usual;
  } catch {
    return mkdtempSync(join(FOLDER, 'next-'));
  }
}

function edit(source: string, file: string, from: string, to: string): void {
  const path = join(source, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file}: expected exactly once: ${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}
