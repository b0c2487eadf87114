import { Switch } from '@mantine/core';
import { Block } from '../../../parts/block.tsx';
import { Numeric } from '../editor/numeric.tsx';
import type { Definition } from '../queries.ts';
import { partOf } from './part.ts';
import type { RulesProps } from './rules-props.ts';
import styles from './settings.module.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';

/* What comes after a decision: the next check, a review, the end of the record. */

export function Recheck({ editor }: RulesProps) {
  const { edits } = editor;
  const { part: recheck, set } = partOf(editor, 'recheck');
  return (
    <Block
      title="Checking again"
      about="A pass names when the next check is due: sooner where the border can be reached sooner."
    >
      <div className={styles.fields}>
        <Numeric
          label="At the latest after"
          unit="s"
          whole
          value={recheck.max_s}
          least={10}
          most={1_200}
          empty="1200"
          readOnly={!edits}
          change={(max_s) => set({ max_s })}
        />
        <Numeric
          label="Sooner within"
          unit="m of a border"
          value={recheck.border_m}
          least={0}
          most={100_000}
          empty=""
          readOnly={!edits}
          change={(border_m) => set({ border_m })}
        />
      </div>
    </Block>
  );
}

export function Reviews({ editor, choices }: RulesProps) {
  const { definition, edits, change } = editor;
  const { part: review, set } = partOf(editor, 'review');
  return (
    <Block title="Reviews and retention">
      <div className={styles.fields}>
        <Switch
          label="Two reviewers for an approval"
          checked={review.four_eyes ?? false}
          disabled={!edits}
          onChange={(event) => set({ four_eyes: event.currentTarget.checked })}
        />
        <Numeric
          label="A review is due after"
          unit="s"
          whole
          value={review.due_s}
          least={60}
          most={7_776_000}
          empty={String(choices.defaults.review_due_s)}
          readOnly={!edits}
          change={(due_s) => set({ due_s })}
        />
        <Numeric
          label="Verifications are kept"
          unit="days"
          whole
          value={definition.retention_days}
          least={1}
          most={1_095}
          empty="by the project"
          readOnly={!edits}
          change={(retention_days) => change({ retention_days } as Definition, 'retention')}
        />
      </div>
    </Block>
  );
}
