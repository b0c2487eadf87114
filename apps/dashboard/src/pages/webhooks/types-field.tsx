import { Button, Checkbox, Radio, Stack } from '@mantine/core';
import type { EventType } from '@standpoint/contract';
import styles from './endpoint-table.module.css';
import { EVENT_GROUPS, type EventGroup, eventWords } from './event-words.ts';

interface TypesProps {
  every: boolean;
  types: EventType[];
  change(every: boolean, types: EventType[]): void;
  error?: string;
}

/** Which events an endpoint gets: every one, also of types to come, or those that are chosen. */
export const TypesField = ({ every, types, change, error }: TypesProps) => (
  <div className={styles.types}>
    <Radio.Group
      label="Events"
      value={every ? 'every' : 'chosen'}
      onChange={(value) => change(value === 'every', types)}
      error={error}
    >
      <Stack gap={8} mt={4}>
        <Radio value="every" label="Every event" description="Also of types that come later." />
        <Radio value="chosen" label="Only some types" />
      </Stack>
    </Radio.Group>
    {!every && (
      <div className={styles.group}>
        {EVENT_GROUPS.map((group) => (
          <TypeGroup key={group.title} group={group} types={types} change={(next) => change(false, next)} />
        ))}
      </div>
    )}
  </div>
);

interface GroupProps {
  group: EventGroup;
  types: EventType[];
  change(types: EventType[]): void;
}

function TypeGroup({ group, types, change }: GroupProps) {
  const whole = group.types.every((type) => types.includes(type));
  const others = types.filter((type) => !group.types.includes(type));
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.groupName}>{group.title}</legend>
      <Button
        size="xs"
        variant="subtle"
        onClick={() => change(whole ? others : [...others, ...group.types])}
        aria-label={`${whole ? 'Choose none' : 'Choose all'} of ${group.title.toLowerCase()}`}
      >
        {whole ? 'Choose none' : 'Choose all'}
      </Button>
      {group.types.map((type) => (
        <Checkbox
          key={type}
          label={eventWords(type)}
          description={<span className="mono">{type}</span>}
          checked={types.includes(type)}
          onChange={(event) =>
            change(event.currentTarget.checked ? [...types, type] : types.filter((each) => each !== type))
          }
        />
      ))}
    </fieldset>
  );
}
