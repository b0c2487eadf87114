import { Select } from '@mantine/core';
import { useMemo } from 'react';
import type { Choices } from '../queries.ts';
import { Chip, Chips } from './chips.tsx';
import { nameOfCode, regionName } from './region-words.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';

interface RegionsProps {
  label: string;
  none: string;
  codes: readonly string[];
  regions: Choices['regions'];
  edits: boolean;
  change(codes: string[] | undefined): void;
}

/** Countries and their parts, found by name or code. */
export function RegionsField({ label, none, codes, regions, edits, change }: RegionsProps) {
  const options = useMemo(
    () => regions.map((region) => ({ value: region.code, label: `${regionName(region)} ${region.code}` })),
    [regions],
  );
  const set = (next: string[]) => change(next.length > 0 ? next : undefined);
  return (
    <div>
      <Chips label={label}>
        {codes.map((code) => (
          <Chip
            key={code}
            name={nameOfCode(regions, code)}
            code={code}
            remove={edits ? () => set(codes.filter((each) => each !== code)) : undefined}
          />
        ))}
        {codes.length === 0 && <li className="quiet small">{none}</li>}
      </Chips>
      {edits && (
        <Select
          mt={6}
          aria-label={`Add to ${label.toLowerCase()}`}
          placeholder="Add a country or region"
          searchable
          limit={40}
          value={null}
          data={options.filter(({ value }) => !codes.includes(value))}
          nothingFoundMessage="No country or region has this name or code."
          onChange={(code) => code && set([...codes, code])}
        />
      )}
    </div>
  );
}
