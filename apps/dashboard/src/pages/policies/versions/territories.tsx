import { Button } from '@mantine/core';
import { Note } from '../../../parts/note.tsx';
import { nameOfCode } from '../area/region-words.ts';
import type { Editor } from '../editor/use-editor.ts';
import type { Choices } from '../queries.ts';
import { leftOut } from './left-out.ts';

interface TerritoriesProps {
  editor: Editor;
  choices: Choices;
  close(): void;
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** What the author of a rule may not know: a rule that allows a state refuses its territories. */
export function Territories({ editor, choices, close }: TerritoriesProps) {
  const { rule = {} } = editor.definition;
  const found = leftOut(rule, choices);
  if (found.length === 0) return null;
  const name = (code: string) => nameOfCode(choices.regions, code);
  const add = () => {
    editor.changeRule({ allow: [...(rule.allow ?? []), ...found.flatMap(({ codes }) => codes)] });
    close();
  };
  return (
    <Note tone="review">
      {found.map(({ state, codes }) => (
        <p key={state}>
          {name(state)} is allowed, and its territories are not: {LIST.format(codes.map(name))}. People there
          are refused.
        </p>
      ))}
      <p className="quiet small">
        If that is meant, name them as refused places, or publish. A draft with them needs another back-test.
      </p>
      <Button size="xs" mt="xs" onClick={add}>
        Add them to the draft
      </Button>
    </Note>
  );
}
