import { createClient, expoLocation, isStandpointError } from '@standpoint/react-native';
import { FaceCheckView } from '@standpoint/react-native/face';
import * as Crypto from 'expo-crypto';
import * as Location from 'expo-location';
import { useState } from 'react';
import { Button, Text, View } from 'react-native';

/** The addresses of the service and of your backend, which may be one of the other samples. */
const SERVICE = 'https://id.example.com';
const SHOP = 'https://shop.example.com';

const standpoint = createClient({
  baseUrl: SERVICE,
  location: expoLocation(Location),
  crypto: Crypto,
});

const post = async (path: string, body?: string) => {
  const headers = body ? { 'content-type': 'text/plain' } : undefined;
  return (await fetch(`${SHOP}${path}`, { method: 'POST', headers, body })).json();
};

async function deposit(): Promise<string> {
  const { token } = await post('/token');
  const result = await standpoint.verify(token);
  if (!result.result_token) return result.reasons[0]?.remedy ?? 'Please try again.';
  const { accepted } = await post('/deposit', result.result_token);
  return accepted
    ? 'Your deposit is accepted.'
    : (result.reasons[0]?.message ?? 'Your deposit is not accepted.');
}

export function App() {
  const [said, setSaid] = useState('');
  const [face, setFace] = useState(false);
  const failed = (error: unknown) =>
    setSaid(isStandpointError(error) ? error.message : 'Please try again later.');
  const ended = (text: string) => {
    setFace(false);
    setSaid(text);
  };
  if (face)
    return (
      <FaceCheckView
        baseUrl={SERVICE}
        token={async () => (await post('/face/token')).token}
        onComplete={() => ended('Thank you. We are checking it.')}
        onCancel={() => ended('You can do this later.')}
        onError={({ message }) => ended(message)}
      />
    );
  return (
    <View>
      <Text>We check that you are where deposits are allowed. Your phone will ask for your location.</Text>
      <Button title="Deposit $50" onPress={() => deposit().then(setSaid, failed)} />
      <Button title="Confirm that it is you" onPress={() => setFace(true)} />
      <Text>{said}</Text>
    </View>
  );
}
