import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';

interface NumericProps {
  label: string;
  /** Undefined: the default holds, which `placeholder` tells. */
  value: number | undefined;
  least: number;
  most: number;
  unit?: string;
  whole?: boolean;
  description?: string;
  /** What holds when the field is empty; absent: a number is needed. */
  empty?: string;
  unseenLabel?: boolean;
  readOnly?: boolean;
  error?: string | undefined;
  change(value: number | undefined): void;
  onFocus?: () => void;
}

const fieldText = (value: number | undefined) => (value === undefined ? '' : String(value));
const read = (text: string) => Number(text.trim().replace('−', '-').replace(',', '.'));

/** A number with its unit. What is typed counts at once when it fits; what does not fit is said and changes nothing. */
export function Numeric(props: NumericProps) {
  const { label, value, least, most, unit, whole, description, empty, unseenLabel, readOnly, change } = props;
  const [text, setText] = useState(fieldText(value));
  useEffect(() => {
    setText((now) => (now.trim() !== '' && read(now) === value ? now : fieldText(value)));
  }, [value]);
  const wrong = problemOf(text, props);
  return (
    <TextInput
      label={unseenLabel ? undefined : label}
      aria-label={unseenLabel ? label : undefined}
      description={description}
      placeholder={empty}
      value={text}
      inputMode={whole ? 'numeric' : 'decimal'}
      readOnly={readOnly ?? false}
      rightSection={unit && <span className="quiet small">{unit}</span>}
      rightSectionWidth={unit ? 14 + 8 * unit.length : undefined}
      rightSectionPointerEvents="none"
      error={wrong ?? props.error}
      onFocus={props.onFocus}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        if (next.trim() === '') {
          if (empty !== undefined) change(undefined);
        } else if (!problemOf(next, { least, most, whole, empty })) change(read(next));
      }}
      onBlur={() => {
        if (wrong || text.trim() === '') setText(fieldText(value));
      }}
    />
  );
}

function problemOf(
  text: string,
  { least, most, whole, empty }: Pick<NumericProps, 'least' | 'most' | 'whole' | 'empty'>,
): string | undefined {
  if (text.trim() === '') return empty === undefined ? 'Needs a number' : undefined;
  const number = read(text);
  if (!Number.isFinite(number)) return 'Needs a number';
  if (whole && !Number.isInteger(number)) return 'Needs a whole number';
  return number < least || number > most
    ? `Between ${least.toLocaleString('en')} and ${most.toLocaleString('en')}`
    : undefined;
}
