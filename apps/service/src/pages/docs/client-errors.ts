/**
 * Codes that only the web SDK throws (`ClientErrorCode` in packages/web), with advice. Codes that it shares
 * with the service are in the service's table. The SDK has only the link to this page, because the sentences
 * would add a kilobyte to every page.
 */
export const CLIENT_ERRORS = {
  config_invalid: 'Read the message: it names the wrong option of createClient().',
  base_url_mismatch:
    'The token is for another address than baseUrl. Use the address in the message: ' +
    'sandbox and production each have one.',
  ssr_unavailable:
    'verify() and face() need a browser: call them in the page. ' +
    'On a server, use the Node SDK, or try npx standpoint verify simulate.',
  permission_denied:
    'Show the person how to allow location access in the browser’s settings, then call verify() with a fresh token.',
  permission_dismissed: 'The person closed the browser’s question. Offer a button that asks again.',
  permission_blocked_by_policy:
    'Send Permissions-Policy: geolocation=(self), and set allow="geolocation" on every frame around the page.',
  insecure_context: 'Serve the page over https. Only localhost works without it.',
  location_unavailable:
    'The device found no position. Ask the person to turn location on, go near a window, or continue on a phone.',
  location_timeout: 'Finding the position took too long. Try again, or continue on a phone.',
  camera_missing: 'Let the person continue on a phone (handoff.policy offer or force).',
  camera_in_use: 'Another program is using the camera. Ask the person to close it, then try again.',
  camera_failed: 'The camera stopped. Try again, or use another camera.',
  unsupported_browser: 'Ask the person to use a current Chrome, Edge, Firefox or Safari.',
  in_app_browser: 'The page is inside another app. Offer to open it in the browser (docs/embedding.md).',
  iframe_load_failed:
    'The face app did not load. Check the address, the workflow’s origins, and frame-src of your page.',
  csp_blocked: 'Allow the service’s address in connect-src, and in frame-src for the face app.',
  offline: 'The device is offline. Try again when it is online.',
  network: 'The service could not be reached. Check its address, the certificate and CORS, then try again.',
  timeout: 'The answer took too long. Try again: the same call is not counted twice.',
  server_error: 'The service failed. Try again; if it fails again, look up the request id in its log.',
  bad_response: 'The answer did not come from this service. Check baseUrl and the proxies in between.',
  aborted: 'Your AbortSignal ended the call.',
} as const;
