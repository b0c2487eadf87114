import { NumberInput, Select, TextInput } from '@mantine/core';
import styles from './form.module.css';
import { defaultWords, type SettingRow, type Stored } from './setting-rows.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';

interface FieldProps {
  row: SettingRow;
  project: Stored;
  /** Empty where the default holds. */
  value: string | number;
  change(value: string | number): void;
  disabled: boolean;
  error?: string | null;
}

/** One setting. Empty stands for the default, which is said below it. */
export function SettingField({ row, project, value, change, disabled, error }: FieldProps) {
  const usual = defaultWords(row, project);
  const { field, title, line } = row;
  const same = { className: styles.field, label: title, disabled, error };
  if (field.kind === 'choice')
    return (
      <Select
        {...same}
        description={line}
        value={String(value)}
        data={[{ value: '', label: `The default: ${usual}` }, ...field.choices]}
        onChange={(next) => change(next ?? '')}
      />
    );
  const description = `${line} Empty: ${usual}.`;
  if (field.kind === 'number')
    return (
      <NumberInput
        {...same}
        description={description}
        value={value}
        onChange={change}
        suffix={`\u00a0${field.unit}`}
        allowDecimal={false}
        allowNegative={false}
        hideControls
      />
    );
  return (
    <TextInput
      {...same}
      description={description}
      maxLength={field.most}
      value={String(value)}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
