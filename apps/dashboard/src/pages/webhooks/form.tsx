import { Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import type { EventType, Webhook } from '@standpoint/contract';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Refused } from '../../api/refused.ts';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { urlProblem } from './endpoint-state.ts';
import { TypesField } from './types-field.tsx';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';

export interface Draft {
  url: string;
  description: string;
  every: boolean;
  types: EventType[];
  signature: Webhook['signature'];
  coordinates: boolean;
}

/** A draft as the service takes it. The way of signing is not in it: it is chosen once. */
export const bodyOf = ({ url, description, every, types, coordinates }: Draft) => ({
  url: url.trim(),
  ...(description.trim() && { description: description.trim() }),
  types: every ? [] : types,
  coordinates,
});

interface FormProps {
  title: string;
  verb: string;
  keep: string;
  draft: Draft;
  change(draft: Draft): void;
  send(): void;
  busy: boolean;
  error: Error | null;
  close(): void;
  /** The way of signing is chosen once. */
  isNew?: boolean;
  needsDescription?: boolean;
}

const Positions = ({ draft, change }: Pick<FormProps, 'draft' | 'change'>) => (
  <Checkbox
    label="Send positions"
    description="Events of verifications then carry latitude, longitude and accuracy."
    checked={draft.coordinates}
    onChange={(event) => change({ ...draft, coordinates: event.currentTarget.checked })}
  />
);

/** What `WebhookForm` holds, and what its buttons and fields do. */
function useWebhookForm(props: FormProps) {
  const { title, verb, keep, draft, change, send, busy, error, close, isNew, needsDescription } = props;
  const form = useId();
  const [tried, setTried] = useState(false);
  const problems = problemsOf(draft, needsDescription);
  const refused = error instanceof Refused ? error : null;
  const shown = (field: keyof typeof problems) => (tried && problems[field]) || refused?.field(field);
  const urlRefused = refused?.field('url');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!Object.values(problems).some(Boolean) && !busy) send();
  };
  return {
    title,
    verb,
    keep,
    draft,
    change,
    busy,
    error,
    close,
    isNew,
    form,
    tried,
    problems,
    shown,
    urlRefused,
    submit,
  };
}

const Address = ({ url, error, set }: { url: string; error: ReactNode; set(url: string): void }) => (
  <TextInput
    data-autofocus
    label="Address"
    description="Where your receiver listens, such as https://shop.example/standpoint."
    type="url"
    dir="ltr"
    value={url}
    onChange={(event) => set(event.currentTarget.value)}
    error={error}
  />
);

export function WebhookForm(props: FormProps) {
  const own = useWebhookForm(props);
  const footer = (
    <DialogButtons keep={own.keep} verb={own.verb} close={own.close} busy={own.busy} form={own.form} />
  );
  return (
    <Dialog opened title={own.title} close={own.close} footer={footer}>
      <form id={own.form} onSubmit={own.submit} noValidate>
        <Stack gap={16}>
          <Address
            url={own.draft.url}
            error={(own.tried && own.problems.url) || (own.urlRefused && `The address ${own.urlRefused}.`)}
            set={(url) => own.change({ ...own.draft, url })}
          />
          <TextInput
            label="Description"
            description="For your colleagues; may stay empty."
            maxLength={200}
            value={own.draft.description}
            onChange={(event) => own.change({ ...own.draft, description: event.currentTarget.value })}
            error={own.shown('description')}
          />
          <TypesField
            every={own.draft.every}
            types={own.draft.types}
            change={(every, types) => own.change({ ...own.draft, every, types })}
            error={own.shown('types')}
          />
          {own.isNew && <SignatureField draft={own.draft} change={own.change} />}
          <Positions draft={own.draft} change={own.change} />
        </Stack>
      </form>
      <Refusal error={own.error} fields={['url', 'description', 'types']} />
    </Dialog>
  );
}

const problemsOf = ({ url, description, every, types }: Draft, needsDescription = false) => ({
  url: urlProblem(url),
  description:
    needsDescription && description.trim() === ''
      ? 'Write another one: a description cannot be taken away.'
      : null,
  types: !every && types.length === 0 ? 'Choose at least one type, or every event.' : null,
});

const SignatureField = ({ draft, change }: Pick<FormProps, 'draft' | 'change'>) => (
  <Radio.Group
    label="Signature"
    value={draft.signature}
    onChange={(value) => change({ ...draft, signature: value as Draft['signature'] })}
  >
    <Stack gap={8} mt={4}>
      <Radio
        value="hmac"
        label="A shared secret"
        description="Every library of Standard Webhooks checks it (v1)."
      />
      <Radio
        value="ed25519"
        label="A public key"
        description="Ed25519 (v1a): the receiver holds nothing that can sign."
      />
    </Stack>
  </Radio.Group>
);
