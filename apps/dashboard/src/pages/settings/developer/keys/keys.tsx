import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Place } from '../../../../app/place.ts';
import { Block } from '../../../../parts/block.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { keysQuery } from '../queries.ts';
import { KeyTable } from './key-table.tsx';
import { type KeyKind, KIND_WORDS } from './kinds.ts';
import { NewKey } from './new-key.tsx';

interface KeysProps {
  kind: KeyKind;
  place: Place;
  /** Whether the person may make and revoke keys. */
  builds: boolean;
}

/** The keys of one kind: their list, and the way to a new one. */
export function KeysOfKind({ kind, place, builds }: KeysProps) {
  const query = useQuery(keysQuery(place));
  const [making, setMaking] = useState(false);
  const { title, about, make } = KIND_WORDS[kind];
  const button = (
    <Button
      size="xs"
      variant={kind === 'api' ? 'filled' : 'default'}
      leftSection={<Icon name="plus" />}
      onClick={() => setMaking(true)}
    >
      {make}
    </Button>
  );
  return (
    <Block title={title} about={about} aside={builds && button}>
      <Loaded query={query} what={`The ${title}`} columns={[50, 60, 30, 40, 50]} rows={2}>
        {({ keys }) => (
          <KeyTable
            kind={kind}
            keys={keys.filter((key) => key.kind === kind)}
            place={place}
            builds={builds}
          />
        )}
      </Loaded>
      {making && <NewKey kind={kind} place={place} close={() => setMaking(false)} />}
    </Block>
  );
}
