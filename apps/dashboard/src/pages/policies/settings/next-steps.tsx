import { Select, Switch } from '@mantine/core';
import { Block } from '../../../parts/block.tsx';
import { Numeric } from '../editor/numeric.tsx';
import { partOf } from './part.ts';
import type { RulesProps } from './rules-props.ts';
import styles from './settings.module.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Switch.layer.css';

/* What a person may do at once: try again, or take a phone. */

export function Tries({ editor, choices }: RulesProps) {
  const { edits } = editor;
  const { part: retry, set } = partOf(editor, 'retry');
  return (
    <Block
      title="Trying again"
      about="A person who can cure a finding, such as a position that is not precise, may try again."
    >
      <div className={styles.fields}>
        <Switch
          label="Let people try again"
          checked={retry.on ?? true}
          disabled={!edits}
          onChange={(event) => set({ on: event.currentTarget.checked })}
        />
        <Numeric
          label="Further tries"
          value={retry.hops}
          whole
          least={0}
          most={choices.defaults.retry_hops}
          empty={String(choices.defaults.retry_hops)}
          readOnly={!edits}
          change={(hops) => set({ hops })}
        />
      </div>
    </Block>
  );
}

const TrustedPlaces = ({ editor: { definition, edits, change } }: Pick<RulesProps, 'editor'>) => (
  <Switch
    label="Trust places where a customer keeps passing"
    description="Excuses small contradictions there. It never decides about a jurisdiction."
    checked={definition.trusted_places?.on ?? false}
    disabled={!edits}
    onChange={(event) => change({ trusted_places: { on: event.currentTarget.checked } })}
  />
);

const CONFIRMATIONS = [
  { value: 'number', label: 'The person types a number' },
  { value: 'none', label: 'None' },
];

export function Phone({ editor }: RulesProps) {
  const { edits } = editor;
  const { part: handoff, set } = partOf(editor, 'handoff');
  return (
    <Block
      title="Handing over to a phone"
      about="A computer that cannot say where it is asks a phone beside it."
    >
      <div className={styles.fields}>
        <Switch
          label="Let a phone take over"
          checked={handoff.on ?? true}
          disabled={!edits}
          onChange={(event) => set({ on: event.currentTarget.checked })}
        />
        <Select
          label="Confirmation on the phone"
          data={CONFIRMATIONS}
          value={handoff.confirm ?? 'number'}
          allowDeselect={false}
          readOnly={!edits}
          onChange={(confirm) => set({ confirm: confirm as 'number' | 'none' })}
        />
        <Numeric
          label="The phone’s code lives"
          unit="s"
          whole
          value={handoff.code_life_s}
          least={60}
          most={900}
          empty="600"
          readOnly={!edits}
          change={(code_life_s) => set({ code_life_s })}
        />
        <TrustedPlaces editor={editor} />
      </div>
    </Block>
  );
}
