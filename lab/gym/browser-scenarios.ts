import type { BrowserContextOptions, Page } from 'playwright-core';
import { GRANTED, visitor } from '../../e2e/browser.ts';
import { verifyIn } from '../../e2e/site.ts';
import type { Gym, Scenario } from './scenario.ts';
import * as harmless from './scenarios/harmless.ts';
import * as tricks from './scenarios/in-page.ts';
import * as spoofs from './spoofs.ts';
import type { Stand } from './stand.ts';
import type { Outcome } from './visit.ts';

/**
 * Signals of the harness itself do not count: an automated Chromium raises `automation`, and a headless one
 * has only an overridden position. Otherwise every attack would be detected for the wrong reason.
 */
const NOT_FOR_THE_HARNESS = { actions: { automation: 'ignore', override_suspected: 'ignore' } } as const;
const NOT_FOR_DRIVING = { actions: { automation: 'ignore' } } as const;

/**
 * The place that the attacker wants, with as many digits as a receiver gives, so that no attack is detected
 * by its short numbers.
 */
const wanted = (n: number) => ({
  latitude: 40.220_613_274_918_3 + n / 1_300,
  longitude: -74.759_718_402_663_1 - n / 1_700,
});

/** The list of cities of the developer tools. */
const PRESETS = [
  { latitude: 52.520007, longitude: 13.404954, timezoneId: 'Europe/Berlin' },
  { latitude: 51.507351, longitude: -0.127758, timezoneId: 'Europe/London' },
  { latitude: 37.774929, longitude: -122.419416, timezoneId: 'America/Los_Angeles' },
  { latitude: 35.689487, longitude: 139.691706, timezoneId: 'Asia/Tokyo' },
];

/** An honest reading of a laptop: tens of metres, never a round number. */
const honestSpot = (n: number) => ({
  latitude: 40.7128 + (n % 7) / 900,
  longitude: -74.006 - (n % 5) / 800,
  accuracy: 21.37 + ((n * 7.31) % 40),
});

interface BrowserRun {
  context?: (n: number) => BrowserContextOptions;
  /** Runs in every page before its own scripts. */
  spoof?: () => void;
  /** Runs in the open page, before `verify()`. */
  inPage?: (page: Page) => Promise<void>;
}

async function inBrowser(stand: Stand, gym: Gym, n: number, run: BrowserRun): Promise<Outcome> {
  const who = await visitor(stand.browser, {
    ...GRANTED,
    geolocation: honestSpot(n),
    ...run.context?.(n),
  });
  try {
    if (run.spoof) await who.context.addInitScript(run.spoof);
    const page = await stand.site.visit(who, gym.service.origin);
    await run.inPage?.(page);
    const { token } = await gym.enter();
    const told = await verifyIn(page, token);
    if (!told.ok) return { decision: 'refused', codes: [told.code] };
    return await gym.service.outcomeOf(told.verification_id);
  } finally {
    await who.close();
  }
}

const HONEST = { side: 'honest', runs: 10 } as const;

type MakeScenario = (name: string, what: string, run: BrowserRun, rest?: Partial<Scenario>) => Scenario;

/** Every scenario that needs a real browser. */
export function browserScenarios(stand: Stand): Scenario[] {
  const make: MakeScenario = (name, what, run, rest) => ({
    name,
    what,
    level: 'browser',
    side: 'attack',
    runs: 6,
    policy: NOT_FOR_THE_HARNESS,
    run: (gym, n) => inBrowser(stand, gym, n, run),
    ...rest,
  });
  return [
    ...honestPages(make),
    ...patchesBeforeThePage(make),
    ...patchesInThePage(make),
    ...clockChanges(make),
    ...automatedBrowsers(make),
    ...positionOverrides(make),
  ];
}

function honestPages(make: MakeScenario): Scenario[] {
  return [
    make(
      'an untouched browser',
      'a real Chromium without any change, on a real page',
      {},
      { side: 'honest', runs: 40 },
    ),
    make(
      'an Angular page',
      'zone.js wraps the methods of every such page',
      { inPage: harmless.zoneJs },
      HONEST,
    ),
    make(
      'an error reporter',
      'analytics wrap timers, events and the console',
      { inPage: harmless.errorReporter },
      HONEST,
    ),
  ];
}

function patchesBeforeThePage(make: MakeScenario): Scenario[] {
  const { ownProperty, prototypePatch, proxiedMethod, coordinateGetters, disguisedPatch, realmSwap } = spoofs;
  return [
    make('pasted snippet', 'gives navigator.geolocation methods of its own', { spoof: ownProperty }),
    make('patched prototype', 'replaces the methods of Geolocation.prototype', { spoof: prototypePatch }),
    make('proxied method', 'wraps the native methods in a Proxy and exchanges the answer', {
      spoof: proxiedMethod,
    }),
    make('lying getters', 'lets the getters of GeolocationCoordinates lie', { spoof: coordinateGetters }),
    make('disguised patch', 'patches the prototype, and toString to hide it', { spoof: disguisedPatch }),
    make('realm swap', 'borrows the geolocation object of a patched hidden frame', { spoof: realmSwap }),
    make('stand-in object', 'defines another navigator.geolocation', { spoof: spoofs.standIn }),
  ];
}

function patchesInThePage(make: MakeScenario): Scenario[] {
  return [
    make('fixed-place extension', 'answers as the widespread extensions do', {
      inPage: tricks.fixedPlaceExtension,
    }),
    make('claims to be native', 'gives its wrapper a toString of its own', {
      inPage: tricks.selfDeclaredNative,
    }),
    make('borrowed method', 'takes the method of a frame’s geolocation', { inPage: tricks.borrowedMethod }),
    make('own navigator property', 'shadows navigator.geolocation', { inPage: tricks.navigatorOwn }),
  ];
}

function clockChanges(make: MakeScenario): Scenario[] {
  return [
    make('clock moved meanwhile', 'puts the clock back while the page waits for a better position', {
      inPage: tricks.clockShift,
      context: (n) => ({ geolocation: { ...wanted(n), accuracy: 61.7 + n } }),
    }),
    make('moved clock', 'sets Date two hours back', { spoof: spoofs.movedClock }),
  ];
}

function automatedBrowsers(make: MakeScenario): Scenario[] {
  return [
    make(
      'scripted browser',
      'drives a Chromium with an automation library, nothing hidden',
      { context: (n) => ({ geolocation: { ...wanted(n), accuracy: 25.3 + n } }) },
      { policy: {} },
    ),
    make(
      'scripted browser, webdriver hidden',
      'drives a Chromium and lets navigator.webdriver say false',
      {
        context: (n) => ({ geolocation: { ...wanted(n), accuracy: 25.3 + n } }),
        spoof: spoofs.hiddenWebdriver,
      },
      { policy: {} },
    ),
  ];
}

function positionOverrides(make: MakeScenario): Scenario[] {
  return [
    make(
      'override without accuracy',
      'overrides the position as automation libraries do by default, accuracy 0',
      { context: (n) => ({ geolocation: { ...wanted(n), accuracy: 0 } }) },
      { policy: NOT_FOR_DRIVING },
    ),
    make(
      'override of the sensors panel',
      'overrides position and time zone as the developer tools do, accuracy 150',
      {
        context: (n) => {
          const { timezoneId, ...place } = PRESETS[n % PRESETS.length]!;
          return { geolocation: { ...place, accuracy: 150 }, timezoneId };
        },
      },
      { policy: NOT_FOR_DRIVING },
    ),
    make(
      'plausible override',
      'overrides the position through the protocol, with an honest accuracy and a little noise',
      { context: (n) => ({ geolocation: { ...wanted(n), accuracy: 24.6 + n } }) },
      { policy: NOT_FOR_DRIVING, side: 'undetectable' },
    ),
  ];
}
