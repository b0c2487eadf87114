import { Button } from '@mantine/core';
import type { Place } from '../../../app/place.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Differences } from './differences.tsx';

interface CompareProps {
  place: Place;
  id: string;
  from: string;
  to: string;
  title: string;
  digest: string;
  close(): void;
}

export const Compare = ({ title, close, ...which }: CompareProps) => (
  <Dialog
    opened
    title={title}
    close={close}
    size={680}
    footer={
      <Button variant="filled" onClick={close}>
        Close
      </Button>
    }
  >
    <Differences {...which} />
  </Dialog>
);
