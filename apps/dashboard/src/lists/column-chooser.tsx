import { Button, Checkbox, Popover } from '@mantine/core';
import { Icon } from '../parts/icon.tsx';
import type { Column } from '../table/column.ts';
import styles from './column-chooser.module.css';
import type { Visible } from './visible-columns.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Popover.layer.css';

interface ColumnChooserProps {
  columns: readonly Column<never>[];
  visible: Visible;
  change(visible: Visible): void;
}

/** Which columns this list shows on this device. */
export const ColumnChooser = ({ columns, visible, change }: ColumnChooserProps) => (
  <Popover position="bottom-end" trapFocus returnFocus>
    <Popover.Target>
      <Button leftSection={<Icon name="columns" />}>Columns</Button>
    </Popover.Target>
    <Popover.Dropdown aria-label="Columns">
      <div className={styles.columns}>
        {columns
          .filter(({ always }) => !always)
          .map(({ id, head }) => (
            <Checkbox
              key={id}
              label={head}
              checked={visible[id] ?? false}
              onChange={(event) => change({ ...visible, [id]: event.currentTarget.checked })}
            />
          ))}
      </div>
    </Popover.Dropdown>
  </Popover>
);
