import { Button } from '@mantine/core';
import { DECIDERS } from '@standpoint/contract/dashboard/role-sets';
import { roleIn, useMe } from '../api/me.ts';
import { usePlace } from '../app/place.ts';
import { useKeys } from '../keyboard/use-keys.ts';
import { Icon } from '../parts/icon.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { Time } from '../parts/time.tsx';
import styles from './gallery.module.css';
import type { Reveal } from './use-reveal.ts';

/** Whether this person may see faces. */
function useMay(): boolean {
  const role = roleIn(useMe(), usePlace().org);
  return role !== null && DECIDERS.includes(role);
}

interface BarProps {
  reveal: Reveal;
  /** Whether `b` is the key of these frames: of several galleries on a page, one has it. */
  keyed?: boolean;
}

/** What revealing does; once it is done, how long the frames are shown. */
const RevealWords = ({ until }: Pick<Reveal, 'until'>) => (
  <p className="small quiet">
    {until !== null ? (
      <>
        Shown to you, and written to the audit log. Blurred again <Time at={new Date(until).toISOString()} />.
      </>
    ) : (
      'Revealing is written to the audit log with your name, before anything is shown.'
    )}
  </p>
);

/** The button that reveals and blurs, and what is written when it is pressed. */
export function RevealBar({ reveal, keyed = true }: BarProps) {
  const may = useMay();
  const { shown, show, hide, until, busy, error } = reveal;
  const turn = shown ? hide : show;
  useKeys('Frames', [
    {
      keys: ['b'],
      words: 'Reveal or blur the frames',
      hidden: !keyed || !may,
      when: () => keyed && may,
      run: turn,
    },
  ]);
  if (!may) return <p className="quiet">Your role may not see faces. Those who decide reviews may.</p>;
  return (
    <>
      <div className={styles.bar}>
        <Button
          size="xs"
          leftSection={<Icon name="eye" />}
          rightSection={keyed ? <kbd>B</kbd> : undefined}
          loading={busy}
          onClick={turn}
        >
          {shown ? 'Blur the frames' : 'Reveal the frames'}
        </Button>
        <RevealWords until={until} />
      </div>
      <Refusal error={error} />
    </>
  );
}
