export interface Coordinates {
  group: string;
  artifact: string;
  version: string;
}

const GROUP = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;
const TAGS = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)([\w:.-]+)[^>]*?(\/?)>/g;

/**
 * Group, artifact and version of a Maven project file: the elements directly below `<project>`, and the group and
 * version of `<parent>` where it has none of its own. Null when they are not all there, or are no plain names.
 */
export function coordinatesOf(pom: string): Coordinates | null {
  const texts = new Map<string, string>();
  const open: { name: string; from: number }[] = [];
  for (const match of pom.matchAll(TAGS)) {
    const [all, closes, name, empty] = match;
    if (!name || empty) continue;
    if (!closes) {
      open.push({ name, from: match.index + all.length });
      continue;
    }
    const last = open.pop();
    if (last?.name !== name) return null;
    const path = [...open.map((each) => each.name), name].join('/');
    if (!texts.has(path)) texts.set(path, pom.slice(last.from, match.index).trim());
  }
  const of = (name: string) => texts.get(`project/${name}`) ?? texts.get(`project/parent/${name}`) ?? '';
  const [group, artifact, version] = [of('groupId'), texts.get('project/artifactId') ?? '', of('version')];
  return GROUP.test(group) && /^[\w.-]+$/.test(artifact) && version ? { group, artifact, version } : null;
}
