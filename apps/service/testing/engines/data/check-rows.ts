import { NATIVE_TELLS } from '../changes.ts';
import { TRENTON } from '../decision-input.ts';
import {
  accuracyM,
  address,
  addressAt,
  agedS,
  all,
  answered,
  approximate,
  at,
  atP,
  busy,
  CLEAN,
  cameFrom,
  decidedBy,
  demands,
  disputedBy,
  elsewhere,
  expected,
  handoff,
  hinted,
  honest,
  ipIn,
  leftOut,
  NOT_LOADED,
  noPosition,
  noRule,
  noVelocity,
  onPlatform,
  PHONE_ITSELF,
  permission,
  type Row,
  seen,
  sevenDigits,
  sharing,
  skewedS,
  ticked,
  typed,
  unused,
  used,
  withApi,
  withAttestation,
  withError,
  withSignals,
  zoneIs,
} from '../row-changes.ts';

/** Anti-spoof codes and codes that a person can do nothing about. The list is repeated here on purpose. */
export const NEVER_TOLD: readonly string[] = [
  'jurisdiction_unknown',
  'ip_unavailable',
  'ip_country_uncertain',
  'ip_private_relay',
  'ip_residential_proxy',
  'ip_device_distance',
  'ip_stamp_mismatch',
  'time_zone_mismatch',
  'handoff_denied',
  'handoff_doubtful',
  'handoff_far',
  'impossible_travel',
  'fast_travel',
  'evidence_replayed',
  'install_id_invalid',
  'install_many_customers',
  'customer_many_installs',
  'velocity_events',
  'velocity_networks',
  'velocity_countries',
  'velocity_installs',
  'velocity_customers',
  'attestation_invalid',
  'attestation_malformed',
  'counter_not_increasing',
  'app_not_recognized',
  'device_integrity_low',
  'location_spoofing_risk',
  'attestation_key_shared',
  'override_suspected',
  'automation',
  'geolocation_api_patched',
  'realm_mismatch',
  ...NATIVE_TELLS,
];

/**
 * For each code of a check: what it finds, and in which facts. `all.test.ts` holds the checks to it, and a code
 * that no other case finds has its case in the golden file from here.
 */
export const CHECK_ROWS: Record<string, Row[]> = {
  permission_denied: [
    ['pass', 'a position came', honest],
    ['fail', 'denied', permission('denied')],
    ['fail', 'prompt dismissed', permission('dismissed')],
    ['fail', 'only the error says so', withError('permission_denied')],
    ['skipped', 'nothing is known', permission('prompt')],
  ],
  permission_blocked_by_policy: [
    ['pass', 'a position came', honest],
    ['fail', 'blocked', permission('blocked_by_policy')],
    ['skipped', 'denied instead', permission('denied')],
  ],
  position_unavailable: [
    ['pass', 'a position came', honest],
    ['fail', 'no reading', noPosition],
    ['fail', 'only unusable readings', accuracyM(-1)],
    ['fail', 'unsupported', withError('unsupported')],
    ['fail', 'an unanswered prompt', permission('prompt')],
    ['skipped', 'denied', permission('denied')],
    ['skipped', 'timed out', withError('position_timeout')],
  ],
  position_timeout: [
    ['pass', 'a position came', honest],
    ['fail', 'timed out', withError('position_timeout')],
    ['skipped', 'unavailable', noPosition],
  ],
  position_stale: [
    ['pass', 'two seconds', honest],
    ['pass', 'a minute less one', agedS(59)],
    ['fail', 'over a minute', agedS(61)],
    ['skipped', 'no position', noPosition],
  ],
  position_in_future: [
    ['pass', 'past', honest],
    ['pass', 'clocks of one device differ a little', agedS(-4)],
    ['fail', 'ahead of both clocks', agedS(-6)],
    ['skipped', 'no position', noPosition],
  ],
  precise_location_off: [
    ['pass', 'precise', honest],
    ['fail', 'approximate and too coarse', approximate(3_000)],
    ['fail', 'approximate at a border', (i) => [approximate(900)(i), atP(0.6)(i)]],
    ['pass', 'approximate but good enough', approximate(900)],
    ['skipped', 'not reported', leftOut('permission')],
  ],
  evidence_incomplete: [
    ['pass', 'all that an SDK sends', honest],
    ['pass', 'an app', onPlatform('ios')],
    ['fail', 'a position and nothing else', leftOut('permission', 'clock', 'device', 'signals')],
    [
      'fail',
      'no signals from an app',
      (i) => {
        i.evidence.platform = 'android';
        i.evidence.signals = undefined;
      },
    ],
    [
      'fail',
      'a probe that is not named',
      withSignals({ probes: ['device', 'page', 'automation', 'readings'] }),
    ],
    ['uncertain', 'the probes were not loaded', NOT_LOADED],
    ['uncertain', 'a probe broke', withSignals({ not_run: { automation: 'failed' } })],
    ['pass', 'no fresh realm', withSignals({ not_run: { fresh_realm: 'sandboxed_iframe' } })],
  ],
  accuracy_too_low: [
    ['pass', '40 m', honest],
    ['pass', 'a kilometre for a state', accuracyM(1_000)],
    ['fail', 'more than a kilometre for a state', accuracyM(1_001)],
    ['pass', '20 km without a rule', accuracyM(20_000, noRule)],
    [
      'fail',
      '300 m for own shapes',
      accuracyM(300, (i) => {
        i.policy.definition.rule!.shapes = [{ effect: 'allow', circle: { ...TRENTON, radius_m: 5_000 } }];
      }),
    ],
    [
      'fail',
      'the policy says 30 m',
      (i) => {
        i.policy.definition.max_accuracy_m = 30;
      },
    ],
    ['skipped', 'no position', noPosition],
  ],
  country_not_allowed: [
    ['pass', 'inside', honest],
    ['fail', 'a country decided', decidedBy('country')],
    ['skipped', 'another state', atP(0, at('US', 'US-NY'))],
    ['skipped', 'uncertain', atP(0.5, at('CA', 'CA-ON'))],
    ['skipped', 'no rule', noRule],
    ['skipped', 'an old fix', (i) => [decidedBy('country')(i), agedS(90)(i)]],
  ],
  subdivision_not_allowed: [
    ['pass', 'inside', honest],
    ['fail', 'another state', atP(0.05, at('US', 'US-NY'))],
    ['skipped', 'just not firm', atP(0.051, at('US', 'US-NY'))],
    ['skipped', 'no rule', noRule],
  ],
  area_not_allowed: [
    ['pass', 'inside', honest],
    ['fail', 'a shape decided', decidedBy('shape')],
    ['skipped', 'a state decided', atP(0, at('US', 'US-NY'))],
  ],
  exclusion_zone: [
    ['pass', 'inside', honest],
    ['fail', 'an exclusion decided', decidedBy('exclusion')],
    ['skipped', 'a shape decided', decidedBy('shape')],
  ],
  border_uncertain: [
    ['pass', 'firmly inside', atP(0.95)],
    ['pass', 'firmly outside', atP(0.05)],
    ['uncertain', 'not quite inside', atP(0.949)],
    [
      'uncertain',
      'the rule could not be judged',
      (i) => {
        i.rule = null;
      },
    ],
    [
      'uncertain',
      'a place without jurisdiction',
      (i) => {
        Object.assign(i.rule!, { inside: null, p_inside: 1 });
      },
    ],
    ['skipped', 'no rule', noRule],
    ['skipped', 'no position', noPosition],
  ],
  jurisdiction_unknown: [
    ['pass', 'known', honest],
    ['fail', 'open sea', at(null, null)],
    [
      'skipped',
      'no place data',
      (i) => {
        i.place = null;
      },
    ],
  ],
  jurisdiction_unexpected: [
    ['pass', 'the state that claims the place', all(disputedBy('MA'), expected('MA', 'MA-11'))],
    ['skipped', 'nothing expected', honest],
    ['pass', 'the country', expected('US')],
    ['pass', 'the state', expected('US', 'US-NJ')],
    ['pass', 'an upper level', (i) => [expected('US', 'US-X')(i), i.place!.within.push('US-X')]],
    ['fail', 'another country', expected('CA')],
    ['fail', 'another state', expected('US', 'US-NY')],
    [
      'uncertain',
      'another state, at the border',
      (i) => {
        expected('US', 'US-NY')(i);
        i.place!.border_distance_m = 300;
      },
    ],
    ['uncertain', 'no state known', (i) => [expected('US', 'US-NJ')(i), at('US', null)(i)]],
    ['skipped', 'open sea', (i) => [expected('US')(i), at(null, null)(i)]],
  ],
  ip_unavailable: [
    ['pass', 'known', honest],
    [
      'skipped',
      'no address',
      (i) => {
        i.network.ip = null;
      },
    ],
    [
      'skipped',
      'a private one',
      (i) => {
        i.network.ip_class = 'not_public';
      },
    ],
  ],
  ip_country_uncertain: [
    ['pass', 'they agree', honest],
    ['uncertain', 'they disagree', ipIn('US', 0.7)],
    ['skipped', 'no country', ipIn(null, 0)],
  ],
  ip_country_mismatch: [
    ['skipped', 'a roaming phone', all(ipIn('DE'), used('cellular', ['list']))],
    ['skipped', 'a satellite link', all(ipIn('DE'), used('satellite', ['list']))],
    [
      'uncertain',
      'a mobile network, with the time of its country',
      all(ipIn('DE'), used('cellular', ['list'], zoneIs(60))),
    ],
    ['uncertain', 'a company’s gateway', all(ipIn('DE'), used('security_gateway', ['list']))],
    ['pass', 'a company’s gateway in the country', used('security_gateway', ['list'])],
    ['fail', 'a hint of a mobile network', all(ipIn('DE'), hinted('cellular'))],
    ['pass', 'a mobile network of the country', used('cellular', ['list'])],
    ['pass', 'a network of the state that claims the place', all(disputedBy('MA'), ipIn('MA'))],
    ['fail', 'a network of a third state', all(disputedBy('MA'), ipIn('ES'))],
    ['pass', 'the same', honest],
    ['fail', 'another', ipIn('DE')],
    ['fail', 'another, one database', ipIn('DE', 0.85)],
    ['skipped', 'the databases disagree', ipIn('DE', 0.7)],
    [
      'uncertain',
      'the neighbour, at the border',
      (i) => {
        ipIn('CA')(i);
        i.place!.border_distance_m = 100;
      },
    ],
    ['skipped', 'no position', (i) => [ipIn('DE')(i), noPosition(i)]],
    ['skipped', 'open sea', at(null, null)],
  ],
  ip_vpn: [
    ['pass', 'nothing found', honest],
    ['uncertain', 'one family', used('vpn', ['list', 'list'])],
    ['fail', 'two families', used('vpn', ['list', 'commercial'])],
    ['fail', 'a list and the time zone', used('vpn', ['list'], zoneIs(60))],
    ['fail', 'a list and the country', used('vpn', ['list'], ipIn('DE'))],
    [
      'pass',
      'a relay that a list calls a VPN',
      (i) => [used('vpn', ['list', 'commercial'])(i), used('private_relay', ['list'])(i)],
    ],
    [
      'skipped',
      'no data',
      (i) => {
        i.network.usage = null;
      },
    ],
  ],
  ip_proxy: [
    ['pass', 'nothing found', honest],
    ['uncertain', 'one family', used('proxy', ['list'])],
    ['fail', 'two families', used('proxy', ['list', 'path'])],
  ],
  ip_tor: [
    ['pass', 'nothing found', honest],
    ['fail', 'listed', used('tor', ['list'])],
    [
      'uncertain',
      'an old list',
      (i) => i.network.usage!.push({ kind: 'tor', families: ['list'], confidence: 0.6 }),
    ],
  ],
  ip_hosting: [
    ['pass', 'nothing found', honest],
    ['fail', 'a data centre', used('hosting', ['list'])],
    ['pass', 'a relay', (i) => [used('hosting', ['list'])(i), used('private_relay', ['list'])(i)]],
    ['pass', 'a mobile network', (i) => [used('hosting', ['list'])(i), used('cellular', ['list'])(i)]],
    ['pass', 'a gateway', (i) => [used('hosting', ['list'])(i), used('security_gateway', ['list'])(i)]],
  ],
  ip_private_relay: [
    ['pass', 'nothing found', honest],
    ['fail', 'a relay', used('private_relay', ['list'])],
    ['pass', 'a hint of a name', hinted('private_relay')],
  ],
  ip_security_gateway: [
    ['pass', 'nothing found', honest],
    ['fail', 'a gateway', used('security_gateway', ['list'])],
    ['pass', 'a hint of a name', hinted('security_gateway')],
  ],
  ip_residential_proxy: [
    ['pass', 'nothing found', honest],
    ['fail', 'a database says so', used('residential_proxy', ['commercial'])],
    ['pass', 'a hint of a name', hinted('residential_proxy')],
    ['pass', 'a database that is unsure of it', used('residential_proxy', [])],
    ['skipped', 'no such data', unused],
  ],
  ip_device_distance: [
    ['skipped', 'no city database', honest],
    ['pass', 'near', addressAt(0)],
    ['pass', '999 km beyond the radius', addressAt(1_049)],
    ['uncertain', 'far, and nothing else', addressAt(1_060)],
    ['fail', 'far, and a data centre', addressAt(1_060, used('hosting', ['list']))],
    ['fail', 'far, and another country', addressAt(1_060, ipIn('DE'))],
    ['fail', 'far, and another time zone', addressAt(1_060, zoneIs(60))],
    ['skipped', 'a mobile network', addressAt(1_060, used('cellular', ['list']))],
    ['skipped', 'a satellite', addressAt(1_060, used('satellite', ['list']))],
    ['skipped', 'a relay', addressAt(1_060, used('private_relay', ['list']))],
    ['skipped', 'no position', addressAt(1_060, noPosition)],
  ],
  ip_stamp_mismatch: [
    ['pass', 'the same', honest],
    [
      'fail',
      'another',
      (i) => {
        i.network.stamp_ip = '203.0.113.9';
      },
    ],
    [
      'uncertain',
      'another family',
      (i) => {
        i.network.stamp_ip = '2001:db8::1';
      },
    ],
    [
      'skipped',
      'no stamp',
      (i) => {
        i.network.stamp_ip = null;
      },
    ],
  ],
  clock_skew: [
    ['pass', 'right', honest],
    ['pass', 'two minutes', skewedS(-120)],
    ['uncertain', 'over two minutes', skewedS(121)],
    ['fail', 'over ten minutes', skewedS(-601)],
    ['pass', 'both clocks walk together', ticked([0, 0], [4_000, 4_010], [9_000, 9_000])],
    ['fail', 'put back between readings', ticked([0, 0], [4_000, 4_000], [3_000, 9_000])],
    ['fail', 'put forward between readings', ticked([0, 0], [4_000, 4_000], [99_000, 9_000])],
    ['fail', 'put back before the first', ticked([0, 0], [-4_000, 4_000])],
    ['uncertain', 'a device that slept during the prompt', ticked([0, 0], [60_000, 4_000])],
    ['skipped', 'no clock', leftOut('clock')],
  ],
  time_zone_mismatch: [
    ['pass', 'the same', honest],
    ['pass', 'half an hour off', zoneIs(-330)],
    ['fail', 'an hour off', zoneIs(-240)],
    ['skipped', 'no offset', zoneIs(undefined)],
    [
      'skipped',
      'no zone data',
      (i) => {
        i.place!.utc_offsets_near = [];
      },
    ],
  ],
  impossible_travel: [
    ['pass', 'at home', honest],
    ['fail', '1,000 km in five minutes', cameFrom(1_000, 300)],
    ['pass', 'slower', cameFrom(60, 300)],
    ['pass', 'within the doubt of both fixes', cameFrom(0.5, 1)],
    [
      'skipped',
      'no history',
      (i) => {
        i.history.previous = null;
      },
    ],
    [
      'skipped',
      'the earlier one was refused',
      cameFrom(1_000, 300, (i) => {
        i.history.previous!.decision = 'fail';
      }),
    ],
    ['skipped', 'too inaccurate', cameFrom(1_000, 300, accuracyM(1_500))],
    ['fail', 'from another install', elsewhere(1_000, 300)],
    [
      'pass',
      'a jet stream',
      cameFrom(5_400, 16_000, (i) => {
        i.history.previous!.altitude_m = 11_000;
      }),
    ],
    ['fail', 'faster than any jet stream', cameFrom(5_400, 12_000)],
    [
      'skipped',
      'guessed from a relay',
      cameFrom(1_000, 300, (i) => {
        i.history.previous!.by_address = true;
      }),
    ],
    [
      'pass',
      'collected hours before it was sent',
      cameFrom(1_000, 300, (i) => {
        i.history.previous!.age_ms = 9 * 3_600_000;
      }),
    ],
  ],
  fast_travel: [
    ['pass', 'at home', honest],
    ['fail', '60 km in five minutes', cameFrom(60, 300)],
    ['pass', 'a flight', cameFrom(1_000, 5_000)],
    [
      'pass',
      'in the air',
      cameFrom(60, 300, (i) => {
        i.evidence.positions[0]!.speed_mps = 240;
      }),
    ],
    ['pass', 'a car', cameFrom(9, 300)],
    ['pass', 'impossible instead', cameFrom(1_000, 300)],
    ['pass', 'a fast train', cameFrom(55, 600)],
    ['fail', 'two devices at once', elsewhere(20, 90)],
  ],
  evidence_replayed: [
    ['pass', 'new', honest],
    ['fail', 'seen', seen('same_customer')],
    ['fail', "another customer's", seen('other_customer')],
    ['skipped', 'not looked up', seen(null)],
    ['skipped', 'no position to compare', (i) => [seen('same_customer')(i), noPosition(i)]],
  ],
  ip_changed: [
    ['pass', 'the same', honest],
    ['fail', 'another', address('other')],
    ['skipped', 'the first', address(null)],
    [
      'skipped',
      'a mobile network',
      (i) => {
        address('other')(i);
        i.network.usage = [{ kind: 'cellular', confidence: 1, families: ['list'] }] as never;
      },
    ],
  ],
  install_many_customers: [
    ['pass', 'alone', honest],
    ['pass', 'three', sharing({ install_customers: 3 })],
    ['fail', 'four', sharing({ install_customers: 4 })],
    ['pass', 'a household', sharing({ install_customers: 4, household: true })],
    ['skipped', 'no install of ours', sharing({ install_customers: null })],
    ['skipped', 'not looked up', sharing(null)],
  ],
  customer_many_installs: [
    ['pass', 'five', sharing({ customer_installs: 5 })],
    ['fail', 'six', sharing({ customer_installs: 6 })],
    ['skipped', 'not looked up', sharing(null)],
  ],
  velocity_events: [
    ['pass', 'every ten seconds', busy('customer', '24h', { events: 8_640 })],
    ['fail', 'a machine', busy('customer', '5m', { events: 201 })],
    ['fail', 'an install', busy('install', '1h', { events: 3_601 })],
    ['skipped', 'not looked up', noVelocity],
  ],
  velocity_networks: [
    ['pass', 'a few', busy('customer', '24h', { networks: 9 })],
    ['fail', 'many', busy('customer', '5m', { networks: 21 })],
    ['skipped', 'not looked up', noVelocity],
  ],
  velocity_countries: [
    ['pass', 'a border', busy('customer', '1h', { countries: 2 })],
    ['fail', 'around the world', busy('install', '1h', { countries: 5 })],
    ['skipped', 'not looked up', noVelocity],
  ],
  velocity_installs: [
    ['pass', 'three', busy('customer', '5m', { others: 3 })],
    ['fail', 'four', busy('customer', '5m', { others: 4 })],
    ['skipped', 'not looked up', noVelocity],
  ],
  velocity_customers: [
    ['pass', 'three', busy('install', '5m', { others: 3 })],
    ['fail', 'four', busy('install', '5m', { others: 4 })],
    [
      'skipped',
      'a household',
      (i) => {
        busy('install', '5m', { others: 4 })(i);
        i.history.sharing!.household = true;
      },
    ],
    [
      'skipped',
      'no install of ours',
      (i) => {
        i.history.velocity!.install = null;
      },
    ],
    ['skipped', 'not looked up', noVelocity],
  ],
  install_id_invalid: [
    ['pass', 'ours', honest],
    [
      'fail',
      'foreign',
      (i) => {
        i.install.valid = false;
      },
    ],
    [
      'skipped',
      'none',
      (i) => {
        i.install = { id: null, valid: null };
      },
    ],
  ],
  automation: [
    ['pass', 'a person', withSignals(CLEAN)],
    ['fail', 'webdriver', withSignals({ ...CLEAN, webdriver: true })],
    ['fail', 'a headless name', withSignals({ automation: { headless_name: true } })],
    ['fail', 'two weak tells', withSignals({ automation: { console_read: true, no_languages: true } })],
    ['pass', 'open developer tools', withSignals({ automation: { console_read: true } })],
    ['pass', 'no PDF viewer in a virtual machine', withSignals({ automation: { no_plugins: true } })],
    ['skipped', 'nothing was looked at', leftOut('signals', 'device')],
    ['skipped', 'an app', onPlatform('android')],
  ],
  geolocation_api_patched: [
    ['pass', "the browser's own", withSignals(CLEAN)],
    ['fail', 'an own method', withApi({ own: ['watchPosition'] })],
    ['pass', 'a wrapper of zone.js', withApi({ own: ['watchPosition'], own_of_zone: ['watchPosition'] })],
    ['fail', 'another object', withApi({ defined_on: 'navigator' })],
    ['fail', 'a getter of JavaScript', withApi({ functions: { latitude: { native: false } } })],
    ['fail', 'unlike a fresh realm', withApi({ functions: { coords: { like_fresh: false } } })],
    ['fail', 'plain objects', withSignals({ readings: [{ kind: 'native' }, { kind: 'plain' }] })],
    ['fail', 'a callback before the call returned', withSignals({ readings: [{ synchronous: true }] })],
    [
      'pass',
      'a slow answer',
      withSignals({ readings: [{ kind: 'native', delay_ms: 900, synchronous: false }] }),
    ],
    ['skipped', 'the probes were not loaded', NOT_LOADED],
    ['skipped', 'an app', onPlatform('ios')],
  ],
  realm_mismatch: [
    ['pass', 'one realm', withSignals(CLEAN)],
    ['fail', 'an object of another page', withApi({ own_realm: false })],
    ['fail', 'readings of another page', withSignals({ readings: [{ kind: 'foreign' }] })],
    ['fail', 'a fresh page is told another place', answered(TRENTON.lat + 1, TRENTON.lat)],
    ['pass', 'a position that jumped', answered(TRENTON.lat + 1, TRENTON.lat + 1)],
    ['pass', 'the same answer', answered(TRENTON.lat)],
    ['skipped', 'nothing was looked at', leftOut('signals')],
  ],
  override_suspected: [
    ['pass', 'an ordinary accuracy', honest],
    ['fail', 'zero on the web', accuracyM(0)],
    ['fail', 'within a metre', accuracyM(1)],
    ['fail', 'what an extension sends', accuracyM(64.0999)],
    ['pass', '150 m alone', accuracyM(150, sevenDigits)],
    ['fail', '150 m and typed coordinates', accuracyM(150, typed)],
    ['fail', '150 m and the zone of another place', accuracyM(150, (i) => [sevenDigits(i), zoneIs(60)(i)])],
    ['fail', '150 m and the country of another', accuracyM(150, (i) => [sevenDigits(i), ipIn('DE')(i)])],
    ['pass', 'a traveller with a laptop', (i) => [sevenDigits(i), zoneIs(60)(i), ipIn('DE')(i)]],
    [
      'skipped',
      'native',
      (i) => {
        i.evidence.platform = 'ios';
      },
    ],
    ['skipped', 'no position', noPosition],
  ],
  ...Object.fromEntries(
    [...NATIVE_TELLS, 'screen_shared', 'remote_control'].map((flag): [string, Row[]] => [
      flag,
      [
        ['pass', 'the app says no', onPlatform('android', { [flag]: false })],
        ['fail', 'the app says yes', onPlatform('ios', { [flag]: true })],
        ['skipped', 'the app does not say', onPlatform('android')],
        ['skipped', 'a browser says so', withSignals({ [flag]: true })],
      ],
    ]),
  ),
  ...Object.fromEntries(
    [
      'attestation_invalid',
      'attestation_malformed',
      'counter_not_increasing',
      'app_not_recognized',
      'device_integrity_low',
      'location_spoofing_risk',
      'attestation_key_shared',
      'attestation_unavailable',
    ].map((attested): [string, Row[]] => [
      attested,
      [
        ['skipped', 'none came', honest],
        ['skipped', 'nothing here could check it', withAttestation('unverified')],
        ['pass', 'it holds', withAttestation('verified')],
        ['skipped', 'something else is wrong', withAttestation('invalid', 'another_code')],
        attested === 'attestation_unavailable'
          ? ['uncertain', 'the platform could not be asked', withAttestation('unavailable', attested)]
          : ['fail', 'found', withAttestation('invalid', attested)],
      ],
    ]),
  ),
  handoff_denied: [
    ['skipped', 'no phone was asked', honest],
    ['skipped', 'it is the phone that is judged', handoff({ side: 'phone' }, null)],
    ['pass', 'the phone helped', handoff({})],
    ['fail', '“this wasn’t me”', handoff({ denied: true }, null)],
  ],
  handoff_far: [
    ['skipped', 'no phone was asked', honest],
    ['skipped', 'it never finished', handoff({ denied: true }, null)],
    ['skipped', 'its country is not known', handoff({}, { country: null })],
    ['pass', 'one network', handoff({}, { same_network: true, country: null })],
    ['pass', 'mobile data of the same country', handoff({})],
    ['fail', 'another country', handoff({}, { country: 'FR' })],
    [
      'fail',
      'a desk on mobile data of another country',
      all(handoff({}, { country: 'FR' }), used('cellular', ['list'])),
    ],
    [
      'skipped',
      'a desk on a satellite link',
      all(handoff({}, { country: 'FR' }), used('satellite', ['list'])),
    ],
    [
      'pass',
      'one network, whatever a database says of it',
      handoff({}, { same_network: true, country: 'FR' }),
    ],
    ['pass', 'next to each other', handoff({}, { distance_m: 0 })],
    ['fail', 'another place in one network', handoff({}, { same_network: true, distance_m: 250_000 })],
  ],
  handoff_doubtful: [
    ['skipped', 'no phone was asked', honest],
    ['pass', 'its own check passed', handoff({})],
    ['fail', 'its own check went to a person', handoff({}, { decision: 'review' })],
    ['fail', 'its own check failed', handoff({}, { decision: 'fail' })],
  ],
  attestation_missing: [
    ['skipped', 'not demanded', honest],
    ['pass', 'attested', demands('attested', 'verified')],
    ['fail', 'none', demands('attested', 'none')],
    ['uncertain', 'not checkable here', demands('attested', 'unverified')],
    ['uncertain', 'the platform could not be asked', demands('attested', 'unavailable')],
    ['uncertain', 'cannot be read', demands('attested', 'malformed')],
    ['fail', 'forged', demands('attested', 'invalid')],
    [
      'pass',
      'the phone that measured the position is attested',
      demands('attested', 'none', handoff({}, { attestation: 'verified' })),
    ],
    ['fail', 'a second key is no attestation', demands('attested', 'none', handoff({}))],
    [
      'fail',
      'the asker is attested, and not the phone that measured',
      demands('attested', 'verified', handoff({})),
    ],
    [
      'uncertain',
      'the phone’s cannot be checked here',
      demands('attested', 'verified', handoff({}, { attestation: 'unverified' })),
    ],
    ['fail', 'the phone itself attests nothing', demands('attested', 'none', handoff(PHONE_ITSELF, null))],
    ['fail', 'attested where a second device is demanded', demands('handoff', 'verified')],
    ['pass', 'a second device with a key', demands('handoff', 'none', handoff({}))],
    ['pass', 'the second device itself', demands('handoff', 'none', handoff(PHONE_ITSELF, null))],
    ['fail', 'no key was proven', demands('handoff', 'verified', handoff({ bound: false }))],
    [
      'fail',
      'no key was proven by the phone itself',
      demands('handoff', 'verified', handoff({ ...PHONE_ITSELF, bound: false }, null)),
    ],
    [
      'fail',
      'the phone’s own check did not pass',
      demands('handoff', 'none', handoff({}, { decision: 'review' })),
    ],
    [
      'fail',
      'another policy judged the phone',
      demands('handoff', 'none', handoff({}, { same_policy: false })),
    ],
    ['fail', '“this wasn’t me”', demands('handoff', 'none', handoff({ denied: true }, null))],
  ],
};
