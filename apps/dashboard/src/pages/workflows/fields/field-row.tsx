import { NumberInput, Select, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ColourField } from './colour-field.tsx';
import type { FieldProps } from './field-props.ts';
import styles from './field-row.module.css';
import type { Choice } from './kinds.ts';
import { LanguagesField } from './languages-field.tsx';
import { ListField } from './list-field.tsx';
import { ManyField } from './many-field.tsx';
import { PageTextsField } from './page-texts-field.tsx';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';

/** One setting with what it means. What is not set has its default, which is said below it. */
export const FieldRow = (props: FieldProps) => (
  <div className={styles.row} data-field={props.field.place}>
    {inputOf(props)}
  </div>
);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function inputOf(props: FieldProps): ReactNode {
  const { field, value, change, disabled, error } = props;
  const { title, line, usual, field: kind } = field;
  const description = usual ? `${line} Usually: ${usual}.` : line;
  const same = { label: title, description, disabled, error };
  switch (kind.kind) {
    case 'text':
      return (
        <TextInput
          {...same}
          maxLength={kind.most}
          value={textOf(value)}
          onChange={(event) => change(event.currentTarget.value)}
        />
      );
    case 'number':
      return <NumberField {...props} {...same} unit={kind.unit} decimal={kind.decimal ?? false} />;
    case 'choice':
      return <ChoiceField {...props} choices={kind.choices} />;
    case 'switch':
      return <SwitchField {...props} />;
    case 'colour':
      return <ColourField {...props} description={description} />;
    case 'many':
      return <ManyField {...props} choices={kind.choices} usually={kind.usually} />;
    case 'list':
      return <ListField {...props} description={description} one={kind.one} example={kind.example} />;
    case 'languages':
      return <LanguagesField {...props} most={kind.most} />;
    case 'page-texts':
      return <PageTextsField {...props} />;
  }
}

interface NumberProps extends FieldProps {
  label: string;
  description: string;
  unit: string;
  decimal: boolean;
}

/** Keeps what is typed: “0.00” is on its way to 0.0001, and not yet 0. */
function NumberField({ field: _, value, change, unit, decimal, ...same }: NumberProps) {
  const [typed, setTyped] = useState<string | number>(() => (typeof value === 'number' ? value : ''));
  return (
    <NumberInput
      {...same}
      className={styles.number}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        change(next === '' || Number.isNaN(Number(next)) ? undefined : Number(next));
      }}
      suffix={unit ? `\u00a0${unit}` : undefined}
      allowDecimal={decimal}
      decimalScale={8}
      allowNegative={false}
      hideControls
    />
  );
}

interface ChoiceProps extends FieldProps {
  choices: readonly Choice[];
}

/** One of a few. What was never set has its default, and says which. */
const ChoiceField = ({ field, value, change, disabled, error, choices }: ChoiceProps) => (
  <Select
    label={field.title}
    description={field.line}
    disabled={disabled}
    error={error}
    value={textOf(value)}
    data={[{ value: '', label: `Usually: ${field.usual ?? 'not set'}` }, ...choices]}
    onChange={(next) => change(next || undefined)}
  />
);

const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** Not a switch that is on or off: what was never set has its default, and says which. */
const SwitchField = ({ field: { title, line, usual }, value, change, disabled, error }: FieldProps) => (
  <Select
    label={title}
    description={line}
    className={styles.number}
    disabled={disabled}
    error={error}
    value={typeof value === 'boolean' ? String(value) : ''}
    data={[{ value: '', label: `Usually: ${usual ?? 'no'}` }, ...YES_NO]}
    onChange={(next) => change(next ? next === 'true' : undefined)}
  />
);
