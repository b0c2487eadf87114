import { Checkbox, NumberInput, Select, Stack } from '@mantine/core';
import { type LimitInput, PERIOD_WORDS, type Period, type ShownLimit, sizeWords } from './limit-form.ts';
import styles from './table.module.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Stack.layer.css';

type Input<K extends LimitInput['kind']> = Extract<LimitInput, { kind: K }>;
interface Shown {
  field: string;
  problem: string;
}

interface RateProps {
  input: Input<'rate'>;
  change(input: LimitInput): void;
  problem: Shown | null;
}

const numberOf = (value: string | number): number | '' => (typeof value === 'number' ? value : '');
const errorOf = (problem: Shown | null, field: string) =>
  problem?.field === field ? problem.problem : undefined;

export const RateFields = ({ input, change, problem }: RateProps) => (
  <Stack gap={16}>
    <div className={styles.rate}>
      <NumberInput
        data-autofocus
        label="Calls"
        value={input.amount}
        onChange={(value) => change({ ...input, amount: numberOf(value) })}
        error={errorOf(problem, 'amount')}
        disabled={input.off}
        allowNegative={false}
        hideControls
      />
      <Select
        label="In each"
        value={input.period}
        data={[...PERIOD_WORDS]}
        onChange={(value) => value && change({ ...input, period: value as Period })}
        disabled={input.off}
      />
      <NumberInput
        label="At once"
        value={input.burst}
        onChange={(value) => change({ ...input, burst: numberOf(value) })}
        error={errorOf(problem, 'burst')}
        disabled={input.off}
        allowDecimal={false}
        allowNegative={false}
        hideControls
      />
    </div>
    <Checkbox
      label="No limit"
      description="Every call is let in, however many there are."
      checked={input.off}
      onChange={(event) => change({ ...input, off: event.currentTarget.checked })}
    />
  </Stack>
);

interface SizeProps {
  input: Input<'size'>;
  change(input: LimitInput): void;
  problem: Shown | null;
  limit: ShownLimit;
}

const unitOf = (name: string): string =>
  name === 'frame_pixels' ? 'Pixels' : name.endsWith('_bytes') ? 'Bytes' : 'Count';

export const SizeField = ({ input, change, problem, limit: { name, most } }: SizeProps) => (
  <NumberInput
    data-autofocus
    label={unitOf(name)}
    description={
      most === undefined ? undefined : `At most ${most.toLocaleString('en')} (${sizeWords(name, most)}).`
    }
    value={input.size}
    onChange={(value) => change({ ...input, size: numberOf(value) })}
    error={errorOf(problem, 'size')}
    thousandSeparator=","
    allowDecimal={false}
    allowNegative={false}
    hideControls
  />
);
