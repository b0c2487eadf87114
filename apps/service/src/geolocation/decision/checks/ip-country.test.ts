import { expect, it } from 'vitest';
import { decisionInput } from '../../../../testing/engines/decision-input.ts';
import { mutant } from '../../../../testing/mutant.ts';
import { decide } from '../decision.ts';
import type { DecisionInput, NetworkUsage } from '../facts.ts';
import { CHECKS } from './all.ts';
import type { CheckDefinition } from './check.ts';

/** A device in New Jersey whose address is of Germany, of a network of this kind. */
const abroad = (kind: NetworkUsage['kind'], change: (input: DecisionInput) => void = () => {}) =>
  decisionInput((input) => {
    Object.assign(input.network, { country: 'DE', usage: [{ kind, confidence: 0.9, families: ['list'] }] });
    change(input);
  });
const timeOfGermany = (input: DecisionInput) => {
  Object.assign(input.evidence.clock!, { time_zone: 'Europe/Berlin', utc_offset_min: 60 });
};
const found = (input: DecisionInput) =>
  decide(input).checks.find(({ code }) => code === 'ip_country_mismatch')!;

it('lets a phone roam, and says which two countries it saw', () => {
  expect(decide(abroad('cellular'))).toMatchObject({ decision: 'pass', reason_codes: [] });
  expect(found(abroad('cellular'))).toMatchObject({
    outcome: 'skipped',
    inputs: { reason: 'roaming', ip_country: 'DE', device_country: 'US' },
  });
  expect(decide(abroad('satellite')).decision).toBe('pass');
});

it('asks once more over a local connection when a roaming device keeps the time of home', () => {
  for (const kind of ['cellular', 'satellite'] as const)
    expect(decide(abroad(kind, timeOfGermany)), kind).toMatchObject({
      decision: 'retry',
      client_reasons: ['ip_country_mismatch'],
    });
  const last = abroad('cellular', (input) => {
    timeOfGermany(input);
    input.chain = { hop: 3, retry_left: true };
  });
  expect(decide(last).decision).toBe('review');
});

it('mutation control: passes a home SIM with the time of home when the clock is not looked at', async () => {
  const { ipCountry } = await mutant<{ ipCountry: CheckDefinition }>(
    'geolocation/decision/checks/ip-country.ts',
    ["exit === 'gateway' || timeZoneDiffers(input)", "exit === 'gateway'"],
  );
  const checks = CHECKS.map((check) => (check.codes.ip_country_mismatch ? ipCountry : check));
  expect(decide(abroad('cellular', timeOfGermany), checks).decision).toBe('pass');
});

it('asks once more when a company’s gateway stands in another country, and passes it in this one', () => {
  expect(decide(abroad('security_gateway'))).toMatchObject({
    decision: 'retry',
    client_reasons: ['ip_country_mismatch'],
  });
  const here = abroad('security_gateway', (input) => {
    input.network.country = 'US';
  });
  expect(decide(here)).toMatchObject({ decision: 'pass', reason_codes: [] });
});

it('lets a policy have gateways reviewed, with a reason that names no fault of the person', () => {
  const input = abroad('security_gateway', ({ network, policy }) => {
    network.country = 'US';
    policy.definition = { ...policy.definition, actions: { ip_security_gateway: 'review' } };
  });
  expect(decide(input)).toMatchObject({ decision: 'review', client_reasons: ['ip_security_gateway'] });
});

it('still reviews another country over a network that stays in its country', () => {
  expect(decide(abroad('residential'))).toMatchObject({
    decision: 'review',
    reason_codes: ['ip_country_mismatch'],
  });
});

/** A device in New Jersey, as near to a country's border as its coarse line is sure of. */
const besideABorder = (country_near: boolean | null) =>
  abroad('residential', ({ network, place }) => {
    network.country_near = country_near;
    place!.doubtful_borders = { country: { distance_m: 9_000, error_m: 12_000 }, inner: null };
  });

it('is not softened by a border with a third country, far from the country of the address', () => {
  expect(found(besideABorder(false)).outcome).toBe('fail');
  expect(found(besideABorder(true)).outcome).toBe('pass');
  expect(found(besideABorder(null)).outcome).toBe('uncertain');
});

it('mutation control: is softened by it when the distance of that country is not looked at', async () => {
  const { ipCountry } = await mutant<{ ipCountry: CheckDefinition }>(
    'geolocation/decision/checks/ip-country.ts',
    ['network.country_near === null && nearBorder', 'nearBorder'],
  );
  const checks = CHECKS.map((check) => (check.codes.ip_country_mismatch ? ipCountry : check));
  const softened = decide(besideABorder(false), checks).checks.find(
    ({ code }) => code === 'ip_country_mismatch',
  );
  expect(softened!.outcome).toBe('uncertain');
});
