import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROUTES } from '../apps/service/src/app.ts';
import { openTestService, type TestService } from '../apps/service/testing/service.ts';
import { tries } from '../testing/counts.ts';
import { judgeTokens, newTokenHistory } from './history.ts';
import { newOrganization, type ProofOrganization } from './organization.ts';
import { judgeCodes, raceCodes } from './short-codes.ts';
import { raceTokens, readLedger } from './single-use.ts';

/**
 * A small `npm run proof`: two services in this process, each with its own pool, memory and port, on one
 * database.
 */
const TOKENS = tries(4, 2);
const CODES = tries(4, 2);

let first: TestService;
let second: TestService;
let urls: string[];
let organization: ProofOrganization;

beforeAll(async () => {
  first = await openTestService({ unlimited: true });
  second = await first.node();
  urls = [await first.listen(), await second.listen()];
  organization = await newOrganization(first.database);
});

afterAll(async () => {
  await second?.close();
  await first?.close();
});

it('accepts each token once when 50 callers race over two services', async () => {
  const races = await raceTokens({ urls, organization, tokens: TOKENS, racers: 50 });
  const acknowledged = races.flatMap(({ accepted }) => accepted);
  const ledger = await readLedger(first.database.pool, urls, organization, acknowledged);
  expect(judgeTokens(races, ledger)).toEqual([]);
  expect(races.map(({ accepted }) => accepted.length)).toEqual(Array(TOKENS).fill(1));
  for (const { refused } of races) expect([...refused]).toEqual([['409 token_already_used', 49]]);
});

it.skipIf(!ROUTES.some(({ endpoint }) => endpoint.name === 'redeemShortCode'))(
  'lets one of 20 redeemers have a short code',
  async () => {
    const races = await raceCodes({ urls, organization, codes: CODES, redeemers: 20 });
    expect(await judgeCodes(races, urls)).toEqual([]);
    expect(races.map(({ won }) => won.length)).toEqual(Array(CODES).fill(1));
    for (const { refused } of races) expect([...refused]).toEqual([['410 short_code_used', 19]]);
  },
);

it('detects a double acceptance, a lost verification and a spend without a verification', () => {
  const twice = { ...newTokenHistory('twice'), accepted: ['ver_a', 'ver_b'] };
  const lost = { ...newTokenHistory('lost'), accepted: ['ver_c'] };
  const fine = { ...newTokenHistory('fine'), accepted: ['ver_d'] };
  const maybe = { ...newTokenHistory('maybe'), unknown: 1 };
  const silentSpend = newTokenHistory('silent');
  const wrong = judgeTokens([twice, lost, fine, maybe, silentSpend], {
    spends: new Map([
      ['twice', ['ver_a']],
      ['fine', ['ver_d']],
      ['maybe', ['ver_e']],
      ['silent', ['ver_f']],
    ]),
    verifications: new Set(['ver_a', 'ver_d', 'ver_e', 'ver_g']),
    readable: new Set(['ver_a', 'ver_d']),
  });
  expect(wrong).toEqual([
    'twice was accepted 2 times',
    'twice was answered with different verifications: ver_a, ver_b',
    'twice: ver_b was acknowledged, the ledger does not know it',
    'twice: ver_b was acknowledged and cannot be read',
    'lost: ver_c was acknowledged, the ledger does not know it',
    'lost: ver_c was acknowledged and cannot be read',
    'silent is spent, and no caller was told',
    'ver_f is a spend without a verification',
    'ver_g is a verification without a spend',
  ]);
});
