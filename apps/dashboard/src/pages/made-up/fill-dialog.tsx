import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Note } from '../../parts/note.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import styles from './made-up.module.css';
import { type Filling, type MadeUp, madeUpKey, madeUpPath } from './query.ts';
import { planWords } from './words.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';

interface FillDialogProps {
  org: string;
  plan: MadeUp;
  close(): void;
}

const Policies = ({
  plan,
  agreed,
  setAgreed,
}: Pick<FillDialogProps, 'plan'> & { agreed: boolean; setAgreed(agreed: boolean): void }) => (
  <>
    {plan.policies.length > 0 && (
      <>
        <p>These policies are published for it. Policies hold in both environments:</p>
        <ul className={styles.list}>
          {plan.policies.map(({ name, transaction_type }) => (
            <li key={name}>
              <b>{name}</b>, for transactions of type <code>{transaction_type}</code>
            </li>
          ))}
        </ul>
        <Checkbox
          checked={agreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
          label="They may decide in production too, until I archive them"
        />
      </>
    )}
  </>
);

const Receivers = ({ plan }: Pick<FillDialogProps, 'plan'>) => (
  <>
    {plan.webhooks > 0 && (
      <Note tone="review">
        {plan.webhooks === 1
          ? 'The sandbox’s webhook endpoint is'
          : `${plan.webhooks} webhook endpoints of the sandbox are`}{' '}
        told of each record.
      </Note>
    )}
  </>
);

/** What is made, and what of it reaches beyond the sandbox, before anything is. */
export function FillDialog({ org, plan, close }: FillDialogProps) {
  const [agreed, setAgreed] = useState(false);
  const names = plan.policies.map(({ name }) => name);
  const fill = useWrite<Filling, { policies: string[] }>({
    method: 'POST',
    path: madeUpPath(org),
    stale: [madeUpKey(org)],
  });
  const may = agreed || names.length === 0;
  const start = () => fill.mutate({ policies: names }, { onSuccess: close });
  const footer = (
    <DialogButtons
      keep="Keep it empty"
      verb="Fill the sandbox"
      close={close}
      busy={fill.isPending}
      off={!may}
      go={start}
    />
  );
  return (
    <Dialog opened title="Fill the sandbox with made-up people?" close={close} footer={footer}>
      <p>
        {planWords(plan)}, dated within the last 30 days. The people do not exist; each decision about them is
        made, signed and stored by this service, like a real one. It takes less than a minute.
      </p>
      <Policies plan={plan} agreed={agreed} setAgreed={setAgreed} />
      <Receivers plan={plan} />
      <p className="soft">
        Made-up records cannot be taken out all at once afterwards: each customer can be erased, and what is
        left ends with its age.
      </p>
      <Refusal error={fill.error} />
    </Dialog>
  );
}
