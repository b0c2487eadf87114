import { MemoryTokenStore, Standpoint } from '@standpoint/node';

let made;
/** Made when the first request comes: a build loads this file without a key. */
export const standpoint = () => {
  made ??= new Standpoint({
    apiKey: process.env.STANDPOINT_API_KEY,
    baseUrl: process.env.STANDPOINT_BASE_URL ?? 'http://localhost:4000',
  });
  return made;
};

/** Who is signed in. Take it from your own session, never from the body of a request. */
export const customer = () => process.env.CUSTOMER ?? 'customer-1';
export const used = new MemoryTokenStore(); // for one process; several need a table
