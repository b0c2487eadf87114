import { TextInput } from '@mantine/core';
import type { AnswerOf, BodyOf, developer } from '@standpoint/contract';
import { useState } from 'react';
import { Refused } from '../../../../api/refused.ts';
import { useWrite } from '../../../../api/use-write.ts';
import { orgPath, type Place } from '../../../../app/place.ts';
import { Dialog } from '../../../../parts/dialog.tsx';
import { FormDialog } from '../../../../parts/form-dialog.tsx';
import { SecretOnce } from '../../../../parts/secret-once.tsx';
import { packageTokensQuery } from '../queries.ts';
import { Files } from './files.tsx';

interface NewTokenProps {
  place: Place;
  close(): void;
}

type Made = AnswerOf<typeof developer.makePackageToken>;

export function NewPackageToken({ place, close }: NewTokenProps) {
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const make = useWrite<Made, BodyOf<typeof developer.makePackageToken>>({
    method: 'POST',
    path: `${orgPath(place)}/packages`,
    stale: [packageTokensQuery(place).queryKey],
  });
  if (make.data) return <TokenOnce made={make.data} name={name.trim()} close={close} />;
  const problem =
    name.trim() === '' ? 'Give it a name, so that people know what breaks when it is revoked.' : null;
  const submit = () => {
    setTried(true);
    if (!problem) make.mutate({ name: name.trim() });
  };
  const refused = make.error instanceof Refused ? make.error.field('name') : undefined;
  return (
    <FormDialog
      title="New package token"
      keep="Make none"
      verb="Make the token"
      busy={make.isPending}
      error={make.error}
      fields={['name']}
      submit={submit}
      close={close}
    >
      <TextInput
        data-autofocus
        label="Name"
        description="The machine or person that installs with it, such as “CI”."
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={(tried && problem) || refused}
      />
    </FormDialog>
  );
}

interface TokenOnceProps {
  made: Made;
  name: string;
  close(): void;
}

/** The token, and the files with it in its place where a file needs it. */
function TokenOnce({ made: { token, files }, name, close }: TokenOnceProps) {
  const filled = files.filter(({ text }) => text.includes(token));
  return (
    <Dialog opened stays title="Copy the token now" close={close}>
      <p className="soft">“{name}” is ready. We keep a hash and cannot show the token again.</p>
      <SecretOnce what="the token" secret={token} done={close}>
        {filled.length > 0 && <Files files={filled} stacked />}
      </SecretOnce>
    </Dialog>
  );
}
