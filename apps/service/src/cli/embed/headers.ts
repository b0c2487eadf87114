/** Where the page is, where the service is, and what the page does with it. */
export interface Embedding {
  /** Origin of the page that calls the SDK. */
  page: string;
  /** Base address of the service. */
  service: string;
  /** Base address of the face app. */
  face: string;
  /** The page calls `verify()` or `collect()`. */
  location: boolean;
  /** The page shows the face app in a frame. */
  camera: boolean;
  /** The page loads the SDK as one script of the service. */
  script: boolean;
  /** Origin of a page that shows this page in a frame. */
  framed_by: string | null;
}

export interface Headers {
  /** The directives that the SDK needs, to be merged with those of the page. */
  csp: Record<string, string[]>;
  'Content-Security-Policy': string;
  'Permissions-Policy': string;
  /** `allow` of the frame with the face app. The SDK sets it; a frame made by hand needs it. */
  frame_allow: string | null;
  /** What the page around this page needs. */
  outer: { 'Permissions-Policy': string; frame_allow: string } | null;
  /** What no header does. */
  also: string[];
}

/** As the SDK sets it (`packages/web/src/face/screen.ts`); a test compares the two. */
const FACE_ALLOW = 'camera; fullscreen; autoplay';

const originOf = (address: string): string => new URL(address).origin;

function cspOf({ page, service, face, location, camera, script, framed_by }: Embedding) {
  const own = originOf(service);
  // A source that is the page's own origin is `'self'` already.
  const sources = (...origins: string[]) => [
    "'self'",
    ...new Set(origins.filter((origin) => origin !== page)),
  ];
  return {
    'default-src': ["'self'"],
    'script-src': sources(...(script ? [own] : [])),
    'connect-src': sources(...(location ? [own] : [])),
    ...(camera && { 'frame-src': originOf(face) === page ? ["'self'"] : [originOf(face)] }),
    ...(framed_by && { 'frame-ancestors': ["'self'", framed_by] }),
  };
}

/** `camera=(self "https://…")` of each feature, for a page that hands it to one origin. */
const grants = (features: readonly string[], to: (feature: string) => string | null): string =>
  features
    .map((feature) => {
      const other = to(feature);
      return `${feature}=(self${other ? ` "${other}"` : ''})`;
    })
    .join(', ');

/** The exact headers of a page with a strict policy that the SDK needs, and nothing beyond. */
export function headersFor(embedding: Embedding): Headers {
  const { page, location, camera, framed_by } = embedding;
  const face = originOf(embedding.face);
  const csp: Record<string, string[]> = cspOf(embedding);
  const features = [...(location ? ['geolocation'] : []), ...(camera ? ['camera'] : [])];
  return {
    csp,
    'Content-Security-Policy': Object.entries(csp)
      .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
      .join('; '),
    'Permissions-Policy': grants(features, (feature) =>
      feature === 'camera' && face !== page ? face : null,
    ),
    frame_allow: camera ? FACE_ALLOW : null,
    outer: framed_by
      ? {
          'Permissions-Policy': grants(features, () => page),
          frame_allow: [...features, ...(camera ? ['fullscreen', 'autoplay'] : [])].join('; '),
        }
      : null,
    also: [
      ...(camera ? [`Add ${page} to the workflow's origins, and publish the workflow.`] : []),
      ...(framed_by && camera
        ? [`Add ${framed_by} to the workflow's origins too: the face app checks every page around it.`]
        : []),
      ...(camera
        ? [
            'Send no Cross-Origin-Embedder-Policy: require-corp; credentialless or no header lets the frame load.',
          ]
        : []),
    ],
  };
}
