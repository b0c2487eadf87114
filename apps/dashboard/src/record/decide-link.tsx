import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Place } from '../app/place.ts';
import { useKeys } from '../keyboard/use-keys.ts';

/** To the case of a record in the review queue, by button or key. */
export function DecideLink({ place, review_id }: { place: Place; review_id: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useKeys('This record', [{ keys: ['d'], words: 'Decide', run: () => link.current?.click() }]);
  return (
    <Button
      variant="filled"
      rightSection={<kbd>D</kbd>}
      renderRoot={(props) => (
        <Link
          {...props}
          ref={link}
          to={`/${place.org}/${place.env}/review` as '/'}
          search={{ case: review_id } as never}
        />
      )}
    >
      Decide
    </Button>
  );
}
