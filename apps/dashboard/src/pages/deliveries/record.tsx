import { Button, Stack } from '@mantine/core';
import type { AnswerOf, Delivery, readDelivery } from '@standpoint/contract';
import { useState } from 'react';
import { roleIn, useMe } from '../../api/me.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Note } from '../../parts/note.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { ShortId } from '../../parts/short-id.tsx';
import { Time } from '../../parts/time.tsx';
import { Block, Facts } from '../../record/facts.tsx';
import { RecordFrame } from '../../record/frame.tsx';
import { useRecord } from '../../record/use-record.ts';
import { isBuilder } from '../settings/team/role-words.ts';
import { eventWords } from '../webhooks/event-words.ts';
import { hostOf } from '../webhooks/queries.ts';
import { Attempts } from './attempts.tsx';
import { SendAgain } from './send-again.tsx';
import { lastWords, STATES } from './state-words.ts';
import '@mantine/core/styles/Stack.layer.css';

type Answer = AnswerOf<typeof readDelivery>;

/** What `DeliveryPage` holds, and what its buttons and fields do. */
function useDeliveryPage() {
  const { data, error, isPending, refetch, id, place } = useRecord<Answer>(
    (own) => `/deliveries/${decodeURIComponent(own).split('.').join('/')}`,
    ({ state }) => state === 'pending',
  );
  const builds = isBuilder(roleIn(useMe(), place.org));
  const [sending, setSending] = useState(false);
  return { data, error, isPending, refetch, id, place, builds, sending, setSending };
}

/** One delivery: what was sent, and what came back. */
export function DeliveryPage() {
  const { data, error, isPending, refetch, id, place, builds, sending, setSending } = useDeliveryPage();
  return (
    <RecordFrame
      list={{ title: 'Deliveries', to: `/${place.org}/${place.env}/deliveries` }}
      what="This delivery"
      title={data ? eventWords(data.type) : 'Delivery'}
      id={id.split('.').at(-1) ?? id}
      pending={isPending}
      error={error}
      again={() => void refetch()}
    >
      {data && (
        <>
          <Summary of={data} />
          {builds && <AgainButton of={data} press={() => setSending(true)} />}
          {!data.enabled && <Note tone="review">The endpoint is switched off: nothing is sent to it.</Note>}
          <Request of={data} />
          {sending && (
            <SendAgain
              place={place}
              endpoints={[]}
              chosen={[data as Delivery]}
              close={() => setSending(false)}
              sent={() => void refetch()}
            />
          )}
        </>
      )}
    </RecordFrame>
  );
}

const AgainButton = ({ of, press }: { of: Answer; press(): void }) => (
  <Button mt={16} leftSection={<Icon name="redo" />} disabled={!of.enabled} onClick={press}>
    Send it again
  </Button>
);

const Summary = ({ of }: { of: Answer }) => (
  <Facts
    facts={[
      {
        name: 'State',
        value: <Outcome tone={STATES[of.state].tone}>{STATES[of.state].word}</Outcome>,
      },
      {
        name: 'Endpoint',
        value: (
          <span className="mono" dir="ltr">
            {of.url}
          </span>
        ),
      },
      { name: 'Event', value: <ShortId id={of.event_id} /> },
      { name: 'Happened', value: <Time at={of.at} /> },
      {
        name: 'Attempts',
        value: of.replays > 0 ? `${of.attempts}, sent again by hand ${of.replays} times` : of.attempts,
      },
      of.next_attempt_at !== null && { name: 'Next attempt', value: <Time at={of.next_attempt_at} /> },
      { name: 'Last attempt', value: <LastAttempt of={of} /> },
    ]}
  />
);

const LastAttempt = ({ of }: { of: Answer }) => (
  <>
    {lastWords(of)}
    {of.last && (
      <>
        {', '}
        <Time at={of.last.at} />
        {of.last.detail && <span className="soft"> · {of.last.detail}</span>}
      </>
    )}
  </>
);

function Request({ of }: { of: Answer }) {
  const { headers, body } = of.request;
  const text = JSON.stringify(body, null, 2);
  return (
    <>
      <Block title={`Request to ${hostOf(of)}`}>
        <Stack gap={12}>
          <CodeBlock
            title="Headers"
            text={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
          />
          <CodeBlock title="Body" where="as an attempt sends it now" text={text} />
        </Stack>
      </Block>
      <Attempts of={of} />
    </>
  );
}
