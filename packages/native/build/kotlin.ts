import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installFolder } from '../../../testing/install-folder.ts';
import { built, type Core, NATIVE, quoted, run, type Skipped } from './toolchain.ts';

const FOLDER = join(NATIVE, 'kotlin');
const COMPILER = join(FOLDER, 'compiler');
const LIBRARIES = join(COMPILER, 'node_modules/kotlin-compiler/lib');
const jar = (name: string): string => join(LIBRARIES, `${name}.jar`);
const path = (...parts: string[]): string => quoted(parts.join(':'));

/** The versions that the core is compiled against, and that its POM names. */
export const KOTLIN: string = JSON.parse(readFileSync(join(COMPILER, 'package.json'), 'utf8')).dependencies[
  'kotlin-compiler'
];
/** The compiler's package brings this one along: its jar says so in `META-INF/kotlinx_coroutines_core.version`. */
export const COROUTINES = '1.8.0';

export const RUNTIME = [jar('kotlin-stdlib'), jar('kotlinx-coroutines-core-jvm')];
const KOTLINC = [
  'java -Xmx1g -cp',
  path(
    ...[
      'kotlin-compiler',
      'kotlin-script-runtime',
      'kotlin-reflect',
      'kotlin-daemon',
      'annotations-13.0',
    ].map(jar),
    ...RUNTIME,
  ),
  'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-reflect -Werror -jvm-target 17',
].join(' ');

/** The compiler has its own lockfile and is no part of `npm ci` at the top. */
const install = (): string =>
  installFolder(COMPILER, {
    say: () =>
      console.log('The Kotlin compiler is installed now, once (90 MB in packages/native/kotlin/compiler).'),
  });

/** The driver and the cases see what is internal to the core, as a test source set does. */
const beside = (out: string, name: string, ...more: string[]): string =>
  `${KOTLINC} -Xfriend-paths=${quoted(`${out}/core.jar`)} -cp ${path(`${out}/core.jar`, ...RUNTIME, ...more)} ` +
  `-module-name standpoint-${name} -d ${quoted(`${out}/${name}.jar`)} ${quoted(join(FOLDER, name))}`;

/** Builds the Kotlin core, its driver and its cases with the JDK on this machine, 17 or newer. */
export async function kotlinBuild(): Promise<{ out: string } | Skipped> {
  const { code, said } = await run('java -version');
  const version = Number(/version "(\d+)/.exec(said)?.[1]);
  if (code !== 0 || !(version >= 17)) return { skipped: 'skipped: no JDK (17 or newer)' };
  install();
  const out = await built({
    folder: FOLDER,
    sources: '{src,jvm,driver,test}/**/*.kt',
    compiler: `kotlin ${said}`,
    lines: (to) => [
      `${KOTLINC} -Xexplicit-api=strict -cp ${path(...RUNTIME)} -module-name standpoint-core ` +
        `-d ${quoted(`${to}/core.jar`)} ${quoted(join(FOLDER, 'src'))} ${quoted(join(FOLDER, 'jvm'))}`,
      beside(to, 'driver'),
      beside(to, 'test', jar('kotlin-test')),
    ],
  });
  return { out };
}

export async function kotlinCore(): Promise<Core | Skipped> {
  const build = await kotlinBuild();
  if ('skipped' in build) return build;
  const { out } = build;
  const main = (name: string, ...more: string[]) =>
    `exec java -cp ${path(`${out}/${name}.jar`, `${out}/core.jar`, ...RUNTIME, ...more)} ` +
    `com.standpoint.${name}.MainKt`;
  return { name: 'Kotlin', driver: main('driver'), cases: main('test', jar('kotlin-test')) };
}
