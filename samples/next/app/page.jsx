'use client';

import { createClient } from '@standpoint/web';
import { useFaceCheck, useVerify } from '@standpoint/web/react';
import { useState } from 'react';

const standpoint = createClient({ baseUrl: process.env.NEXT_PUBLIC_STANDPOINT });

const post = async (path, body) => (await fetch(path, { method: 'POST', body })).json();

export default function Page() {
  const { verify, status, error } = useVerify(standpoint);
  const [said, setSaid] = useState('');
  const face = useFaceCheck({
    client: standpoint,
    token: async () => (await post('/face/token')).token,
    title: 'Confirm that it is you',
    // A hint for this page. Your backend learns the result from a webhook.
    onComplete: () => setSaid('Thank you. We are checking it.'),
    onCancel: () => setSaid('You can do this later.'),
    onError: ({ message }) => setSaid(message),
  });
  const deposit = async () => {
    const { token } = await post('/token');
    const result = await verify(token);
    if (!result.result_token) return setSaid(result.reasons[0]?.remedy ?? 'Please try again.');
    const { accepted } = await post('/deposit', result.result_token);
    setSaid(
      accepted
        ? 'Your deposit is accepted.'
        : (result.reasons[0]?.message ?? 'Your deposit is not accepted.'),
    );
  };
  return (
    <main>
      <h1>Deposit</h1>
      <p>We check that you are where deposits are allowed. Your browser will ask for your location.</p>
      <button type="button" disabled={status === 'running'} onClick={() => deposit().catch(() => {})}>
        Deposit $50
      </button>
      <button type="button" onClick={face.open}>
        Confirm that it is you
      </button>
      <p role="status">{status === 'running' ? 'Checking …' : (error?.code ?? said)}</p>
    </main>
  );
}
