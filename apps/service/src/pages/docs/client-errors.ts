/**
 * Codes that the web SDK throws of its own (`ClientErrorCode` in packages/web), with what to do. The codes
 * that it shares with the service stand in the service's table. The SDK carries the link to this page only:
 * sentences would cost every page a kilobyte.
 */
export const CLIENT_ERRORS = {
  config_invalid: 'Read the message: it names the option of createClient() that cannot be used.',
  base_url_mismatch:
    'The token was made by another address than baseUrl. Use the address that the message names: sandbox and production have one each.',
  ssr_unavailable:
    'verify() and face() need a browser. Call them on the page; on a server use the Node SDK, or npx standpoint verify simulate to try without a page.',
  permission_denied:
    'Show the person how to allow the position in the browser’s settings, then call verify() with a fresh token.',
  permission_dismissed: 'The question was closed without an answer: offer a button that asks once more.',
  permission_blocked_by_policy:
    'Send Permissions-Policy: geolocation=(self), and give every frame on the way allow="geolocation".',
  insecure_context: 'Serve the page over https; only localhost is exempt.',
  location_unavailable:
    'The device found no position: ask the person to switch location on, go near a window, or continue on a phone.',
  location_timeout: 'The position took too long: try again, or continue on a phone.',
  camera_missing: 'Let the person continue on a phone (handoff.policy offer or force).',
  camera_in_use: 'Another program has the camera: ask the person to close it, then try again.',
  camera_failed: 'The camera stopped: try again, or another camera.',
  unsupported_browser: 'Ask the person to use a current Chrome, Edge, Firefox or Safari.',
  in_app_browser: 'An application’s own window: offer “open in browser” (docs/embedding.md).',
  iframe_load_failed:
    'The face app did not come: check the address, the workflow’s origins and frame-src of your page.',
  csp_blocked: 'Allow the service’s address in connect-src, and in frame-src for the face app.',
  offline: 'The device has no network: try again when it is back.',
  network: 'The service was not reached: check its address, the certificate and CORS, then try again.',
  timeout: 'The answer took too long: try again; the same call is not counted twice.',
  server_error: 'The service failed: try again, then look into its log with the request id.',
  bad_response: 'What answered is not this service: check baseUrl and the proxies on the way.',
  aborted: 'Your own AbortSignal ended the call.',
} as const;
