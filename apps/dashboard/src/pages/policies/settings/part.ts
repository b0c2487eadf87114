import type { Editor } from '../editor/use-editor.ts';
import { withoutAbsent } from '../editor/without-absent.ts';
import type { Definition } from '../queries.ts';

type PartName = 'retry' | 'handoff' | 'recheck' | 'review';
type Part<K extends PartName> = NonNullable<Definition[K]>;

/** One part of the definition, and how its fields are changed. A part that nothing is left of is left out. */
export function partOf<K extends PartName>({ definition, change }: Editor, name: K) {
  const part = (definition[name] ?? {}) as Part<K>;
  const set = (next: { [F in keyof Part<K>]?: Part<K>[F] | undefined }) => {
    const left = withoutAbsent({ ...part, ...next });
    change({ [name]: Object.keys(left).length > 0 ? left : undefined } as Definition, name);
  };
  return { part, set };
}
