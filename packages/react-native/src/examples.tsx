/** @jsxImportSource react */
/** The code of the README, so that the compiler checks it. A test compares the texts. */
import { createClient, expoLocation, isStandpointError, useVerify } from '@standpoint/react-native';
import { FaceCheckView, presentFaceCheck } from '@standpoint/react-native/face';
import * as Crypto from 'expo-crypto';
import * as Location from 'expo-location';
import { Button, Text } from 'react-native';

const standpoint = createClient({
  baseUrl: 'https://id.example.com',
  location: expoLocation(Location),
  crypto: Crypto,
});

export async function deposit(): Promise<void> {
  const { token } = await fetch('https://shop.example.com/deposit/token', { method: 'POST' }).then((answer) =>
    answer.json(),
  );
  const result = await standpoint.verify(token, {
    onProgress: ({ stage, accuracyM }) => console.log(stage, accuracyM),
  });

  if (result.decision === 'retry') console.log(result.reasons[0]?.remedy, result.next_token);
  else await fetch('https://shop.example.com/deposit', { method: 'POST', body: result.result_token });
}

export async function explain(): Promise<void> {
  try {
    await deposit();
  } catch (error) {
    if (!isStandpointError(error)) throw error;
    if (error.userAction === 'retry') console.log('Please try again.');
    else console.log(error.code, error.docsUrl, error.requestId);
  }
}

export function Pay({ token }: { token: string }) {
  const { verify, status, result } = useVerify(standpoint);
  if (status === 'running') return <Text>Checking where you are…</Text>;
  if (result) return <Text>{result.decision}</Text>;
  return <Button title="Pay" onPress={() => verify(token).catch(console.warn)} />;
}

export async function collectForBackend(token?: string): Promise<void> {
  const { payload, has_public_ip } = await standpoint.collect(token);
  await fetch('https://shop.example.com/risk', {
    method: 'POST',
    body: JSON.stringify({ payload, has_public_ip }),
  });
}

export function CheckFace({ onEnd }: { onEnd: (sessionId?: string) => void }) {
  return (
    <FaceCheckView
      baseUrl="https://id.example.com"
      token={async () => (await fetch('https://shop.example.com/face/token', { method: 'POST' })).text()}
      onComplete={({ session_id }) => onEnd(session_id)}
      onCancel={() => onEnd()}
      onError={({ code, docsUrl }) => {
        console.warn(code, docsUrl);
        onEnd();
      }}
    />
  );
}

export async function askForFace(token: string): Promise<string | undefined> {
  const ended = await presentFaceCheck({ baseUrl: 'https://id.example.com', token, presentation: 'sheet' });
  return ended.outcome === 'complete' ? ended.value.session_id : undefined;
}
