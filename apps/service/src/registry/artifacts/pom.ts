import { Unfit } from '../artifact.ts';

export interface Pom {
  group: string;
  artifact: string;
  version: string;
  /** Ending of the main file: `aar`, `jar`, or `pom` where there is none. */
  packaging: string;
}

const WORD = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;

/** The texts of `project/<name>`, and of `project/parent/<name>`. */
function textsOf(xml: string): Map<string, string> {
  const plain = xml.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, '');
  // Neither is in a POM that a build writes, and each can make two readers see two texts.
  if (/<!/.test(plain)) throw new Unfit('it has a DOCTYPE or a CDATA section');
  const texts = new Map<string, string>();
  const open: string[] = [];
  for (const [, slash, name, empty, text] of plain.matchAll(/<(\/?)([\w:.-]+)[^<>]*?(\/?)>([^<]*)/g)) {
    if (!slash) open.push(name!);
    const path = open.join('/');
    if (!slash && /^project\/(parent\/)?\w+$/.test(path) && !texts.has(path)) texts.set(path, text!.trim());
    if (slash || empty) {
      if (open.pop() !== name) throw new Unfit('its elements are not closed in order');
    }
  }
  if (open.length > 0 || texts.size === 0) throw new Unfit('it is no POM');
  return texts;
}

/** Whose POM this is: group, artifact, version and packaging, the first and third from its parent where it has none. */
export function readPom(bytes: Buffer): Pom {
  const texts = textsOf(bytes.toString('utf8'));
  const group = texts.get('project/groupId') ?? texts.get('project/parent/groupId') ?? '';
  const artifact = texts.get('project/artifactId') ?? '';
  const version = texts.get('project/version') ?? texts.get('project/parent/version') ?? '';
  for (const [name, value] of Object.entries({ groupId: group, artifactId: artifact, version }))
    if (!WORD.test(value) || value.includes('..')) throw new Unfit(`its ${name} is ${JSON.stringify(value)}`);
  if (version.endsWith('-SNAPSHOT'))
    throw new Unfit('it is a snapshot, whose bytes may change: release it first');
  return { group, artifact, version, packaging: texts.get('project/packaging') || 'jar' };
}
