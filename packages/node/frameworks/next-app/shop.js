import { Standpoint } from '@standpoint/node';

let client;
/** Made at the first request: a build has no keys. */
export const standpoint = () =>
  (client ??= new Standpoint({
    apiKey: process.env.STANDPOINT_API_KEY,
    resultsKey: process.env.STANDPOINT_RESULTS_KEY,
    baseUrl: process.env.STANDPOINT_BASE_URL,
    maxRetries: 0,
  }));
