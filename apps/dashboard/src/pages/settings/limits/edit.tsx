import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../api/use-write.ts';
import { orgPath, type Place } from '../../../app/place.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { say } from '../../../toast/toasts.ts';
import { RateFields, SizeField } from './fields.tsx';
import { holdsWords, inputOf, limitWords, readInput, type ShownLimit, withLimit } from './limit-form.ts';
import { type Limits, limitsQuery } from './queries.ts';
import styles from './table.module.css';

interface EditProps {
  limit: ShownLimit;
  /** All of them: the service takes the organization's own as a whole. */
  limits: readonly ShownLimit[];
  place: Place;
  close(): void;
}

/** What `EditLimit` holds, and what its buttons and fields do. */
function useEditLimit({ limit, limits, place, close }: EditProps) {
  const [input, setInput] = useState(() => inputOf(limit));
  const [tried, setTried] = useState(false);
  const save = useWrite<Limits, Record<string, unknown>>({
    method: 'PUT',
    path: `${orgPath(place)}/limits`,
    stale: [limitsQuery(place).queryKey],
  });
  const read = readInput(input, limit);
  const problem = tried && 'problem' in read ? read : null;
  const put = (value: Parameters<typeof withLimit>[2], said: string) =>
    save.mutate(withLimit(limits, limit.name, value), {
      onSuccess: () => {
        say(said);
        close();
      },
    });
  const submit = () => {
    setTried(true);
    if ('value' in read) put(read.value, `Changed: ${limitWords(limit.name)}`);
  };
  return { input, setInput, save, problem, put, submit };
}

export function EditLimit({ limit, limits, place, close }: EditProps) {
  const { input, setInput, save, problem, put, submit } = useEditLimit({ limit, limits, place, close });
  return (
    <FormDialog
      title={limitWords(limit.name)}
      about={
        <p className="soft">
          Holds now: {holdsWords(limit)}. Every node follows within 5 seconds.
          {input.kind === 'rate' && ' “At once” may come together; then the rate counts.'}
        </p>
      }
      keep="Keep it"
      verb="Change the limit"
      busy={save.isPending}
      error={save.error}
      aside={
        limit.set_by === 'organization' && (
          <Button
            className={styles.back}
            variant="subtle"
            onClick={() => put(null, `Back at the default: ${limitWords(limit.name)}`)}
          >
            Back to the default
          </Button>
        )
      }
      submit={submit}
      close={close}
    >
      {input.kind === 'rate' ? (
        <RateFields input={input} change={setInput} problem={problem} />
      ) : (
        <SizeField input={input} change={setInput} problem={problem} limit={limit} />
      )}
    </FormDialog>
  );
}
