import { Button } from '@mantine/core';
import { ASKERS } from '@standpoint/contract/dashboard/role-sets';
import { useState } from 'react';
import { roleIn, useMe } from '../../api/me.ts';
import { useBaseAddress } from '../../app/base-address.ts';
import { usePlace } from '../../app/place.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Empty } from '../../parts/empty.tsx';
import { MakeLink } from '../links/make-link.tsx';
import { firstSessionCall } from './first-call.ts';

/** Before the first face session: what comes here, and the call that begins one. */
export function FirstSession() {
  const place = usePlace();
  const role = roleIn(useMe(), place.org);
  const [checking, setChecking] = useState(false);
  const sandbox = place.env === 'sandbox';
  const button = role && ASKERS.includes(role) && (
    <Button variant="filled" onClick={() => setChecking(true)}>
      {sandbox ? 'Check yourself now' : 'Make a verification link'}
    </Button>
  );
  const base = useBaseAddress(place);
  return (
    <Empty icon="face" title="No sessions yet" actions={button}>
      <p>Each time a person shows their face, the session appears here, with its checks and its decision.</p>
      {sandbox && (
        <p>
          To see it, check yourself: you get a link, and a code for a phone. The page opens the camera and
          works as it does for your customers. With the id test_face_approved it always approves.
        </p>
      )}
      <p>
        Your backend begins one with this call; the person goes on at the url of its answer. WORKFLOW_ID is
        the id of your workflow.
      </p>
      <CodeBlock title="Terminal" text={firstSessionCall(base, place.env)} />
      {checking && (
        <MakeLink
          place={place}
          suggested={sandbox ? 'test_face_approved' : undefined}
          close={() => setChecking(false)}
        />
      )}
    </Empty>
  );
}
