/** @jsxImportSource react */
/** The code of the README's section about React, so that the compiler checks it. A test compares the texts. */
import { createClient } from '@standpoint/web';
import { FaceCheck, useFaceCheck, useVerify } from '@standpoint/web/react';

const standpoint = createClient({ baseUrl: 'http://localhost:4000' });
const faceToken = async () => (await (await fetch('/face/token', { method: 'POST' })).json()).token;

export function Deposit({ token }: { token: string }) {
  const { verify, status, result, error } = useVerify(standpoint);
  return (
    <>
      <button type="button" disabled={status === 'running'} onClick={() => verify(token).catch(() => {})}>
        Deposit
      </button>
      <p role="status">{error?.code ?? result?.reasons[0]?.remedy ?? result?.decision}</p>
    </>
  );
}

export function InPage({ onDone }: { onDone: (sessionId: string) => void }) {
  return (
    <FaceCheck
      client={standpoint}
      token={faceToken}
      onComplete={({ session_id }) => onDone(session_id)}
      onError={({ code, docsUrl }) => console.error(code, docsUrl)}
    />
  );
}

export function InDialog() {
  const { open, status, outcome } = useFaceCheck({ client: standpoint, token: faceToken });
  return (
    <button type="button" onClick={open} disabled={status === 'running'}>
      {outcome?.outcome === 'complete' ? 'Thank you' : 'Confirm that it is you'}
    </button>
  );
}
