import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import type { AnswerOf, BodyOf, developer, Scope } from '@standpoint/contract';
import { useState } from 'react';
import { Refused } from '../../../../api/refused.ts';
import { useWrite } from '../../../../api/use-write.ts';
import { envPath, type Place } from '../../../../app/place.ts';
import { FormDialog } from '../../../../parts/form-dialog.tsx';
import { keysQuery } from '../queries.ts';
import { addressesIn, addressesProblem } from './addresses.ts';
import { KeyOnce } from './key-once.tsx';
import { inEnvironment, type KeyKind, KIND_WORDS } from './kinds.ts';
import { allScopes } from './scopes.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Stack.layer.css';

interface NewKeyProps {
  kind: KeyKind;
  place: Place;
  close(): void;
}

interface Draft {
  name: string;
  scopes: Scope[];
  addresses: string;
}

/** Asks for a key's name and bounds, makes it, and shows it once. */
export function NewKey({ kind, place, close }: NewKeyProps) {
  const [draft, setDraft] = useState<Draft>({ name: '', scopes: ['results:read'], addresses: '' });
  const make = useWrite<AnswerOf<typeof developer.makeKey>, BodyOf<typeof developer.makeKey>>({
    method: 'POST',
    path: `${envPath(place)}/keys`,
    stale: [keysQuery(place).queryKey],
  });
  const name = draft.name.trim();
  const cidrs = addressesIn(draft.addresses);
  const scopes = kind === 'results' ? draft.scopes : [];
  if (make.data) return <KeyOnce shown={make.data.key} {...{ name, kind, cidrs, scopes, place, close }} />;
  const send = () =>
    make.mutate({ kind, name, ...(scopes.length > 0 && { scopes }), ...(cidrs.length > 0 && { cidrs }) });
  return (
    <NewKeyForm {...{ kind, place, draft, setDraft, send, close }} busy={make.isPending} error={make.error} />
  );
}

interface FormProps extends NewKeyProps {
  draft: Draft;
  setDraft(draft: Draft): void;
  busy: boolean;
  error: Error | null;
  send(): void;
}

/** What `NewKeyForm` holds, and what its buttons and fields do. */
function useNewKeyForm({ kind, draft, error, send }: Pick<FormProps, 'kind' | 'draft' | 'error' | 'send'>) {
  const [tried, setTried] = useState(false);
  const problems = problemsOf(kind, draft);
  const refused = error instanceof Refused ? error : null;
  const submit = () => {
    setTried(true);
    if (!Object.values(problems).some(Boolean)) send();
  };
  const shown = (field: keyof Draft) => (tried && problems[field]) || undefined;
  return { refused, submit, shown };
}

function NewKeyForm({ kind, place, draft, setDraft, busy, error, send, close }: FormProps) {
  const { refused, submit, shown } = useNewKeyForm({ kind, draft, error, send });
  return (
    <FormDialog
      title={`New ${KIND_WORDS[kind].one} ${inEnvironment(place.env)}`}
      keep="Make none"
      verb="Make the key"
      busy={busy}
      error={error}
      fields={['name', 'cidrs']}
      submit={submit}
      close={close}
    >
      <TextInput
        data-autofocus
        label="Name"
        description="Where it is used, such as “Checkout backend”."
        maxLength={80}
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        error={shown('name') ?? refused?.field('name')}
      />
      {kind === 'results' && (
        <Scopes
          scopes={draft.scopes}
          change={(scopes) => setDraft({ ...draft, scopes })}
          error={shown('scopes')}
        />
      )}
      <Addresses
        text={draft.addresses}
        change={(addresses) => setDraft({ ...draft, addresses })}
        error={shown('addresses') ?? refused?.field('cidrs')}
      />
    </FormDialog>
  );
}

const problemsOf = (
  kind: KeyKind,
  { name, scopes, addresses }: Draft,
): Record<keyof Draft, string | null> => ({
  name: name.trim() === '' ? 'Give it a name, so that people know what breaks when it is revoked.' : null,
  scopes: kind === 'results' && scopes.length === 0 ? 'Choose at least one thing that it may do.' : null,
  addresses: addressesProblem(addresses),
});

interface AddressesProps {
  text: string;
  change(text: string): void;
  error?: string;
}

const Addresses = ({ text, change, error }: AddressesProps) => (
  <Textarea
    label="Addresses that may use it"
    description="IP addresses or CIDR blocks of your servers, one per line. Empty: any address."
    rows={3}
    value={text}
    onChange={(event) => change(event.currentTarget.value)}
    error={error}
    spellCheck={false}
  />
);

interface ScopesProps {
  scopes: Scope[];
  change(scopes: Scope[]): void;
  error?: string;
}

const Scopes = ({ scopes, change, error }: ScopesProps) => (
  <Checkbox.Group label="It may" value={scopes} onChange={(value) => change(value as Scope[])} error={error}>
    <Stack gap={8}>
      {allScopes().map(({ scope, long }) => (
        <Checkbox
          key={scope}
          value={scope}
          label={long}
          description={<span className="mono">{scope}</span>}
        />
      ))}
    </Stack>
  </Checkbox.Group>
);
