import { basename, relative, sep } from 'node:path';

export const VIDEO = /\.(webm|mp4|mkv|mov)$/i;

/**
 * A clip is named by its path below the root, because two people may both have a `desk.webm`. The folder in the
 * root that holds it is the person; a video in the root itself is a person of its own.
 */
export function namesOf(root: string, path: string): { name: string; person: string } {
  const name = relative(root, path) || basename(path);
  return { name, person: name.split(sep)[0]!.replace(VIDEO, '') };
}
