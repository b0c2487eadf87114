import { TextInput } from '@mantine/core';
import type { AnswerOf, workflows as endpoints } from '@standpoint/contract';
import { useState } from 'react';
import { Refused } from '../../api/refused.ts';
import { useWrite } from '../../api/use-write.ts';
import { envPath, type Place } from '../../app/place.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Note } from '../../parts/note.tsx';
import { RedirectChoice, type Wanted, WorkflowChoice } from './choices.tsx';
import { LinkMade } from './link-made.tsx';

export type Link = AnswerOf<typeof endpoints.makeLink>;
interface MakeLinkProps {
  place: Place;
  /** Chosen before; otherwise the person chooses. */
  workflow_id?: string;
  customer_id?: string;
  /** Stands in the field to begin with. */
  suggested?: string;
  close(): void;
}

/** Asks for whom and with which workflow, mints the link, and shows it once. */
export function MakeLink({ place, close, suggested = '', ...given }: MakeLinkProps) {
  const [wanted, setWanted] = useState<Wanted>({
    workflow_id: given.workflow_id ?? '',
    customer_id: given.customer_id ?? suggested,
  });
  const make = useWrite<Link, Wanted>({ method: 'POST', path: `${envPath(place)}/links` });
  if (make.data)
    return <LinkMade link={make.data} place={place} customer_id={wanted.customer_id} close={close} />;
  const send = () => make.mutate({ ...wanted, customer_id: wanted.customer_id.trim() });
  return (
    <LinkForm
      {...{ place, given, wanted, setWanted, send, close }}
      busy={make.isPending}
      error={make.error}
    />
  );
}

interface FormProps {
  place: Place;
  given: { workflow_id?: string; customer_id?: string };
  wanted: Wanted;
  setWanted(wanted: Wanted): void;
  busy: boolean;
  error: Error | null;
  send(): void;
  close(): void;
}

/** What opening the link leads to. */
const Consequences = ({ env }: Pick<FormProps['place'], 'env'>) => (
  <>
    {env === 'sandbox' ? (
      <Note>
        Sandbox: the page says “test mode”. Ids that begin with test_face_approved, test_face_declined or
        test_face_review have a fixed result; every other id is really checked.
      </Note>
    ) : (
      <Note tone="review">
        Production: whoever opens the link is checked as this customer. Send it to the person alone. That you
        made it is written to the audit log.
      </Note>
    )}
  </>
);

/** What `LinkForm` holds, and what its buttons and fields do. */
function useLinkForm({ wanted, error, send }: Pick<FormProps, 'wanted' | 'error' | 'send'>) {
  const [tried, setTried] = useState(false);
  const refused = error instanceof Refused ? error : null;
  const problems = {
    workflow_id: wanted.workflow_id ? null : 'Choose what the person is asked for.',
    customer_id: wanted.customer_id.trim() ? null : 'Without an id, the result belongs to no customer.',
  };
  const shown = (field: keyof typeof problems) => (tried && problems[field]) || refused?.field(field);
  const submit = () => {
    setTried(true);
    if (!Object.values(problems).some(Boolean)) send();
  };
  return { shown, submit };
}

function LinkForm({ place, given, wanted, setWanted, busy, error, send, close }: FormProps) {
  const { shown, submit } = useLinkForm({ wanted, error, send });
  return (
    <FormDialog
      title="Verification link for one customer"
      keep="Make none"
      verb="Make the link"
      busy={busy}
      error={error}
      fields={['workflow_id', 'customer_id']}
      submit={submit}
      close={close}
    >
      {!given.workflow_id && (
        <WorkflowChoice
          place={place}
          value={wanted.workflow_id}
          choose={(workflow_id) => setWanted({ ...wanted, workflow_id, redirect: undefined })}
          error={shown('workflow_id')}
        />
      )}
      {!given.customer_id && (
        <TextInput
          data-autofocus
          label="Customer id"
          description="The id that your backend gives this person. The result is filed under it."
          maxLength={128}
          autoComplete="off"
          spellCheck={false}
          value={wanted.customer_id}
          onChange={(event) => setWanted({ ...wanted, customer_id: event.currentTarget.value })}
          error={shown('customer_id')}
        />
      )}
      <RedirectChoice place={place} wanted={wanted} setWanted={setWanted} />
      <Consequences env={place.env} />
    </FormDialog>
  );
}
