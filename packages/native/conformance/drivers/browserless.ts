/**
 * The least of a browser that the web SDK needs to verify: what a page has, and nothing that draws. Probes that
 * need more say so in the evidence, as they do in a browser that lacks something.
 */

export interface Place {
  origin?: string;
  permission?: 'granted' | 'denied';
}

const position = () => ({
  coords: {
    latitude: 40.7128,
    longitude: -74.006,
    accuracy: 12.5,
    altitude: null,
    altitudeAccuracy: null,
    heading: null,
    speed: null,
  },
  timestamp: Date.now(),
});

const geolocationOf = (permission: Place['permission']) => {
  const answer = (success: (found: unknown) => void, failure?: (error: { code: number }) => void) => {
    setTimeout(() => (permission === 'denied' ? failure?.({ code: 1 }) : success(position())), 1);
    return 1;
  };
  return { watchPosition: answer, getCurrentPosition: answer, clearWatch: () => undefined };
};

/** A frame of which a page without layout learns nothing. */
const unseenFrame = () => ({
  style: { setProperty: () => undefined },
  contentWindow: null,
  remove: () => undefined,
});

/** Runs `act` with the globals of a page, and takes them away again. */
export async function inPage<T>(
  { origin, permission = 'granted' }: Place,
  act: () => Promise<T>,
): Promise<T> {
  const state = permission;
  const window = new EventTarget();
  const values: Record<string, unknown> = {
    window,
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    document: Object.assign(new EventTarget(), {
      createElement: unseenFrame,
      documentElement: { append: () => undefined },
    }),
    location: { origin, href: `${origin}/` },
    origin,
    isSecureContext: true,
    screen: { width: 390, height: 844 },
    devicePixelRatio: 2,
    matchMedia: () => ({ matches: false }),
    navigator: {
      onLine: true,
      webdriver: false,
      userAgent: 'conformance',
      languages: ['en-US'],
      geolocation: geolocationOf(permission),
      permissions: { query: async () => Object.assign(new EventTarget(), { state }) },
    },
  };
  return replaced(values, act);
}

/** Runs `act` while globals have other values. */
export async function replaced<T>(values: Record<string, unknown>, act: () => Promise<T>): Promise<T> {
  const before = Object.keys(values).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  try {
    return await act();
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete (globalThis as Record<string, unknown>)[name];
    }
  }
}

/** The clock of the device. */
export function dateAt(now_ms: number): typeof Date {
  return class extends Date {
    constructor(...values: [] | [number | string | Date]) {
      super(...((values.length === 0 ? [now_ms] : values) as [number]));
    }
    static override now(): number {
      return now_ms;
    }
  } as typeof Date;
}
