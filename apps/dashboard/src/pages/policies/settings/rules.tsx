import { Select, TextInput } from '@mantine/core';
import { Block } from '../../../parts/block.tsx';
import { Numeric } from '../editor/numeric.tsx';
import type { Definition } from '../queries.ts';
import { Recheck, Reviews } from './later.tsx';
import { Phone, Tries } from './next-steps.tsx';
import type { RulesProps } from './rules-props.ts';
import styles from './settings.module.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Switch.layer.css';

/** Everything about a policy that is no place and no check. */
export function Rules({ editor, choices }: RulesProps) {
  return (
    <div className={styles.sheet}>
      <TextInput
        label="Name of the policy"
        value={editor.definition.name}
        maxLength={100}
        readOnly={!editor.edits}
        error={editor.definition.name === '' ? 'A policy needs a name' : undefined}
        onChange={(event) => editor.change({ name: event.currentTarget.value }, 'name')}
      />
      <Precision editor={editor} choices={choices} />
      <Tries editor={editor} choices={choices} />
      <Phone editor={editor} choices={choices} />
      <Recheck editor={editor} choices={choices} />
      <Reviews editor={editor} choices={choices} />
    </div>
  );
}

const ASSURANCE = [
  { value: 'consistent', label: 'Nothing: evidence that fits together is enough' },
  { value: 'attested', label: 'An attested device' },
  { value: 'handoff', label: 'A second device that confirms' },
];
const ASSURANCE_ABOUT: Record<string, string> = {
  consistent: 'No device vouches for the position. A careful script can make evidence that fits together.',
  attested: 'The maker of the device vouches for it. Browsers cannot; only apps can pass.',
  handoff:
    'The holder of a second key confirms from another browser or device. One script can hold two keys.',
};

function Assurance({ editor: { definition, edits, change } }: Pick<RulesProps, 'editor'>) {
  const assurance = definition.min_assurance ?? 'consistent';
  return (
    <Select
      label="Who vouches for the position"
      description={ASSURANCE_ABOUT[assurance]}
      data={ASSURANCE}
      value={assurance}
      allowDeselect={false}
      readOnly={!edits}
      onChange={(value) => change({ min_assurance: value as Definition['min_assurance'] } as Definition)}
    />
  );
}

const Extent = ({ editor: { definition, edits, change } }: Pick<RulesProps, 'editor'>) => (
  <>
    <Select
      label="Depth"
      description="Light leaves out integrity and history."
      data={[
        { value: 'full', label: 'Every check' },
        { value: 'light', label: 'Light' },
      ]}
      value={definition.depth ?? 'full'}
      allowDeselect={false}
      readOnly={!edits}
      onChange={(value) => change({ depth: value as Definition['depth'] } as Definition)}
    />
    <Select
      label="Coast"
      description="Whether the sea beside an allowed region is outside."
      data={[
        { value: 'ignore', label: 'The sea counts to the land beside it' },
        { value: 'enforce', label: 'The coast is a border' },
      ]}
      value={definition.rule?.coast ?? 'ignore'}
      allowDeselect={false}
      readOnly={!edits}
      onChange={(coast) => change({ rule: { ...definition.rule, coast: coast as 'ignore' | 'enforce' } })}
    />
  </>
);

function Precision({ editor }: RulesProps) {
  const { definition, edits, change } = editor;
  return (
    <Block title="What a pass needs">
      <div className={styles.fields}>
        <Numeric
          label="Worst accuracy, 95 %"
          unit="m"
          value={definition.max_accuracy_m}
          least={5}
          most={100_000}
          empty="by the rule"
          readOnly={!edits}
          description="Silent: 200 m with own shapes, 1 km with regions, 25 km with countries."
          change={(max_accuracy_m) => change({ max_accuracy_m } as Definition, 'accuracy')}
        />
        <Numeric
          label="Oldest position"
          unit="s"
          value={definition.max_age_s}
          least={5}
          most={600}
          empty="60"
          readOnly={!edits}
          change={(max_age_s) => change({ max_age_s } as Definition, 'age')}
        />
        <Assurance editor={editor} />
        <Extent editor={editor} />
      </div>
    </Block>
  );
}
