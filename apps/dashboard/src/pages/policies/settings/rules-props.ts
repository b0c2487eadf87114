import type { Editor } from '../editor/use-editor.ts';
import type { Choices } from '../queries.ts';

export interface RulesProps {
  editor: Editor;
  choices: Choices;
}
