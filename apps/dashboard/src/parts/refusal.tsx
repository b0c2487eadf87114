import { Refused } from '../api/refused.ts';
import { Note } from './note.tsx';

interface RefusalProps {
  error: Error | null;
  /** Fields of the form, each of which shows what is wrong with it itself. */
  fields?: readonly string[];
}

/** Below a form that was not taken: what happened, and whether anything was changed. */
export function Refusal({ error, fields = [] }: RefusalProps) {
  if (!error) return null;
  return (
    <Note tone="fail" live>
      {refusalWords(error, fields)}
    </Note>
  );
}

function refusalWords(error: Error, shown: readonly string[]): string {
  if (!(error instanceof Refused))
    return `${error.message} Whether the change was made is not known. Try again: it is made once at most.`;
  if (error.fields.length === 0) return `${error.message} Nothing was changed.`;
  const others = error.fields.filter(({ path }) => !shown.includes(path.split(/[.[/]/)[0]!));
  if (others.length === 0) return 'Nothing was changed: look at the marked field.';
  const list = others.map(({ path, message }) => `${path} ${message}`).join('; ');
  return `Nothing was changed: ${list}.`;
}
