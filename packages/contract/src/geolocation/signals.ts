import { latitude, longitude, oneOf, optional, type Static, Type, text } from '../schema.ts';

/** Newer clients send more than this version knows: unknown keys are recorded and not judged. */
const facts = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: Type.Unknown(), maxProperties: 60 });

const flag = () => optional(Type.Boolean());
const count = (max: number) => optional(Type.Integer({ minimum: 0, maximum: max }));
const names = (most: number) => optional(Type.Array(text(64), { maxItems: most }));

/** What one native function looks like from a realm in which no other script has run. */
export const FunctionLook = facts({
  /** Its source text says `[native code]` and its own name. */
  native: flag(),
  /** Its source text equals that of the same function in a fresh realm. */
  like_fresh: flag(),
  /** It refuses a foreign receiver with a TypeError, as WebIDL demands. */
  refuses_stranger: flag(),
  /** It has own properties that only functions written in JavaScript have. */
  scripted: flag(),
  /** It is a Proxy around something else. */
  proxied: flag(),
});
export type FunctionLook = Static<typeof FunctionLook>;

/**
 * How the geolocation API looked just before it was used. The SDK itself always calls the prototype's
 * methods.
 */
export const GeolocationApiSignals = facts({
  /** Where `navigator.geolocation` is defined. */
  defined_on: optional(oneOf('prototype', 'navigator', 'nowhere')),
  /** Own properties of `navigator.geolocation`; an untouched one has none. */
  own: names(10),
  /**
   * Those of `own` that wrap the browser's method for zone.js (every Angular page): harmless, and not called.
   */
  own_of_zone: names(10),
  /** Whether the prototype of `navigator.geolocation` is this page's `Geolocation.prototype`. */
  own_realm: flag(),
  /** By name, e.g. `watchPosition`, `geolocation`, `latitude`. */
  functions: optional(Type.Record(text(40), FunctionLook, { maxProperties: 20 })),
});

/** How the browser delivered one reading to the callback. Readings are listed oldest first. */
export const ReadingSignals = facts({
  /**
   * `native`: an object of this page's browser. `foreign`: an object of another page's realm. `altered`: a
   * native object with properties written onto it. `plain`: not a native object.
   */
  kind: optional(oneOf('native', 'foreign', 'altered', 'plain')),
  /** Time from the call to the callback. */
  delay_ms: optional(Type.Number({ minimum: 0, maximum: 3_600_000 })),
  /** The callback ran before the call returned; no browser does that. */
  synchronous: flag(),
});

/** The position from a fresh same-origin frame, requested only where no prompt can appear. */
export const FreshAnswer = facts({
  lat: latitude(),
  lng: longitude(),
  accuracy_m: Type.Number(),
});

export const AutomationSignals = facts({
  /** Names of global variables of automation tools that were found. */
  globals: names(20),
  /** The user agent or its brands say "headless". */
  headless_name: flag(),
  /** `navigator.webdriver` is missing where the browser has it (`_missing`), or was replaced (`_patched`). */
  webdriver_missing: flag(),
  webdriver_patched: flag(),
  /** Notifications are `denied` for the page but `prompt` for the Permissions API. */
  permissions_disagree: flag(),
  /** An automation protocol or open developer tools read what this page writes to the console. */
  console_read: flag(),
  no_languages: flag(),
  no_plugins: flag(),
  /** The window is in front, but its outer size is 0 × 0. */
  no_window: flag(),
  /** `Function.prototype.toString` of a fresh realm is not native. */
  to_string_patched: flag(),
});

/** One look at both clocks. */
export const ClockReading = facts({ epoch_ms: Type.Number(), monotonic_ms: Type.Number() });

/**
 * Facts that a client noticed besides the position. Every field is optional: absent is not false, and
 * makes its check `skipped`. The service decides what a fact means.
 */
export const Signals = facts({
  /** `navigator.webdriver` (W3C WebDriver §4): the browser says that a program drives it. */
  webdriver: flag(),
  origin: optional(text(300)),
  visibility: optional(text(20)),
  focused: flag(),
  frame_depth: count(100),
  /** Probes that ran. A browser names each probe of its SDK here or in `not_run`. */
  probes: names(20),
  /** Probes that could not run, with the reason. */
  not_run: optional(
    Type.Record(text(40), oneOf('sandboxed_iframe', 'csp', 'unsupported', 'not_loaded', 'failed'), {
      maxProperties: 20,
    }),
  ),
  geolocation_api: optional(GeolocationApiSignals),
  readings: optional(Type.Array(ReadingSignals, { maxItems: 5 })),
  fresh_answer: optional(FreshAnswer),
  /** The page's own answer right after that; only where the two differ. */
  page_answer: optional(FreshAnswer),
  automation: optional(AutomationSignals),
  /** Both clocks at the start of the search, at each reading that was kept, and at the end. */
  clock_track: optional(Type.Array(ClockReading, { maxItems: 10 })),

  // Native apps. A flag that could not be read is left out.
  /** Android `Location.isMock`. */
  mock_provider: flag(),
  /** iOS `sourceInformation.isSimulatedBySoftware`. */
  simulated_by_software: flag(),
  /** iOS `sourceInformation.isProducedByAccessory`. */
  produced_by_accessory: flag(),
  /** Android emulator by its build properties, or the iOS simulator. */
  emulator: flag(),
  rooted: flag(),
  jailbroken: flag(),
  hooking_framework: flag(),
  /** A cloned copy or a dual-app space. */
  cloned_app: flag(),
  /** The screen is being captured, mirrored or shared. */
  screen_shared: flag(),
  /** A remote-control session or a virtual input device. */
  remote_control: flag(),
  debugger: flag(),
  /** Name of the app that is set as mock location app in the developer settings. */
  mock_app: optional(text(200)),
  app_version: optional(text(64)),
  boot_count: count(1_000_000_000),
});
export type Signals = Static<typeof Signals>;
