import { join } from 'node:path';
import {
  built,
  type Core,
  NATIVE,
  quoted,
  run,
  type Skipped,
} from '../../packages/native/build/toolchain.ts';

const FOLDER = join(NATIVE, 'swift');

/**
 * Builds the Swift core with `swiftc` on PATH, 6 or newer, or with the command line in SWIFTC. What was built then
 * runs behind the command line in SWIFT_RUN: a compiler in a container makes programs for that container.
 */
export async function swiftCore(): Promise<Core | Skipped> {
  const { SWIFTC: compiler = 'swiftc', SWIFT_RUN: before = 'exec' } = process.env;
  const { code, said } = await run(`${compiler} --version`, FOLDER);
  if (code !== 0 || !/Swift version ([6-9]|\d\d)/.test(said))
    return { skipped: 'skipped: no swiftc (6 or newer)' };
  const swiftc = `cd ${quoted(FOLDER)} && ${compiler} -swift-version 6 -warnings-as-errors`;
  const program = (out: string, name: string) =>
    `${swiftc} -module-name ${name} -I ${quoted(out)} -L ${quoted(out)} -lStandpoint ` +
    `-o ${quoted(join(out, name))} Testing/*.swift ${name}/*.swift`;
  const out = await built({
    folder: FOLDER,
    sources: '{Sources,Driver,Cases,Testing}/**/*.swift',
    compiler: `swift ${said}`,
    lines: (to) => [
      `${swiftc} -parse-as-library -emit-module -emit-library -static -enable-testing -module-name Standpoint ` +
        `-emit-module-path ${quoted(join(to, 'Standpoint.swiftmodule'))} -o ${quoted(join(to, 'libStandpoint.a'))} ` +
        '$(find Sources -name "*.swift")',
      program(to, 'Driver'),
      program(to, 'Cases'),
    ],
  });
  const main = (name: string) => `${before} ${quoted(join(out, name))}`;
  return { name: 'Swift', driver: main('Driver'), cases: main('Cases') };
}
