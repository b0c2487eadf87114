import { latitude, longitude, oneOf, optional, type Static, Type, text } from '../schema.ts';

/**
 * Newer clients say more than this version knows: unknown keys are kept for the record and judged by nobody.
 */
const facts = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: Type.Unknown(), maxProperties: 60 });

const flag = () => optional(Type.Boolean());
const count = (max: number) => optional(Type.Integer({ minimum: 0, maximum: max }));
const names = (most: number) => optional(Type.Array(text(64), { maxItems: most }));

/** What one function of the browser's own looks like from a realm in which nothing else has run. */
export const FunctionLook = facts({
  /** Its source text says `[native code]` and its own name. */
  native: flag(),
  /** Its source text is that of the same function in a fresh realm. */
  like_fresh: flag(),
  /** It refuses a foreign receiver with a TypeError, as WebIDL demands. */
  refuses_stranger: flag(),
  /** Has own properties that only functions written in JavaScript have. */
  scripted: flag(),
  /** It is a Proxy around something else. */
  proxied: flag(),
});
export type FunctionLook = Static<typeof FunctionLook>;

/**
 * §13.3: how the geolocation API looked just before it was used. The SDK itself always calls the prototype's
 * methods.
 */
export const GeolocationApiSignals = facts({
  /** Where `navigator.geolocation` is defined. */
  defined_on: optional(oneOf('prototype', 'navigator', 'nowhere')),
  /** Own properties of `navigator.geolocation`; a browser's has none. */
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

/** The objects that the browser handed to the callback, oldest first, and how they came. */
export const ReadingSignals = facts({
  /**
   * `foreign`: of another page's realm. `altered`: the browser's own, with properties written onto it.
   * `plain`: none at all.
   */
  kind: optional(oneOf('native', 'foreign', 'altered', 'plain')),
  /** From the call to the callback. */
  delay_ms: optional(Type.Number({ minimum: 0, maximum: 3_600_000 })),
  /** The callback ran before the call returned: no browser does that. */
  synchronous: flag(),
});

/** The same question asked through a fresh same-origin frame, only where no prompt can appear. */
export const FreshAnswer = facts({
  lat: latitude(),
  lng: longitude(),
  accuracy_m: Type.Number(),
});

export const AutomationSignals = facts({
  /** Names of automation tools' own globals that were found. */
  globals: names(20),
  /** The user agent or its brands say "headless". */
  headless_name: flag(),
  /** `navigator.webdriver` is missing where the browser has it, or something stands in for it. */
  webdriver_missing: flag(),
  webdriver_patched: flag(),
  /** Notifications are `denied` for the page and `prompt` for the Permissions API at once. */
  permissions_disagree: flag(),
  /** Somebody reads what this page writes to the console: an automation protocol, or open developer tools. */
  console_read: flag(),
  no_languages: flag(),
  no_plugins: flag(),
  /** A window in front that is 0 × 0 outside. */
  no_window: flag(),
  /** `Function.prototype.toString` of a fresh realm is not the browser's own. */
  to_string_patched: flag(),
});

/** One look at both clocks. */
export const ClockReading = facts({ epoch_ms: Type.Number(), monotonic_ms: Type.Number() });

/**
 * What a client noticed beside the position. Every field is optional: absent is not false, and makes its
 * check `skipped`. Values are facts; what they mean is decided by the service.
 */
export const Signals = facts({
  /** W3C WebDriver §4: the browser's own word on being driven. */
  webdriver: flag(),
  origin: optional(text(300)),
  visibility: optional(text(20)),
  focused: flag(),
  frame_depth: count(100),
  /** Probes that could not run, with the reason. */
  not_run: optional(
    Type.Record(text(40), oneOf('sandboxed_iframe', 'csp', 'unsupported', 'not_loaded', 'failed'), {
      maxProperties: 20,
    }),
  ),
  geolocation_api: optional(GeolocationApiSignals),
  readings: optional(Type.Array(ReadingSignals, { maxItems: 5 })),
  fresh_answer: optional(FreshAnswer),
  /** What the page itself was answered right after that; only where the two differ. */
  page_answer: optional(FreshAnswer),
  automation: optional(AutomationSignals),
  /** When the search began, at each reading kept, and at the end. */
  clock_track: optional(Type.Array(ClockReading, { maxItems: 10 })),

  // Native apps; the names are those of reference §12.3. A flag that could not be read is left out.
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
