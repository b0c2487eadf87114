import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisionInput, NOW_MS } from '../../../testing/engines/decision-input.ts';
import { pointsAnswer } from '../../cli/policies/points.ts';
import { decide } from '../decision/decision.ts';
import { ageDays, dataAge } from './age.ts';
import { ageNotice, openGeography } from './geography.ts';

const DAY_MS = 86_400_000;
/** The bundled data alone. */
const NO_FOLDER = join(import.meta.dirname, 'no-folder');
const dated = (days: number) => new Date(NOW_MS - days * DAY_MS).toISOString().slice(0, 10);

describe('the age of data', () => {
  it('is counted in whole days, and never negative', () => {
    expect(ageDays('2026-06-01', Date.UTC(2026, 10, 21, 12))).toBe(173);
    expect(ageDays('2026-06-01', Date.UTC(2026, 5, 1, 23))).toBe(0);
    expect(ageDays('2027-01-01', Date.UTC(2026, 5, 1))).toBe(0);
  });

  it('of a year or a month is counted from its last day', () => {
    expect(ageDays('2017', Date.UTC(2018, 0, 1))).toBe(1);
    expect(ageDays('2026-02', Date.UTC(2026, 2, 1))).toBe(1);
  });

  it('is null without a date', () => {
    expect(ageDays(null, NOW_MS)).toBeNull();
    expect(ageDays('soon', NOW_MS)).toBeNull();
    expect(dataAge({ countries: null, ip_country_1: dated(9) }, NOW_MS)).toEqual({
      countries: null,
      ip_country_1: 9,
    });
  });

  it('is reported to the operator from 60 days on, in one line with the command', () => {
    const notice = (days: number) => ageNotice({ dates: { ip_country_1: dated(days) } }, NOW_MS);
    expect(notice(59)).toBeNull();
    expect(notice(60)).toMatch(/^[^\n]*60 days old[^\n]*npx standpoint geo update$/);
    expect(ageNotice({ dates: { ip_country_1: null } }, NOW_MS)).toBeNull();
  });

  it('alone never changes a pass, whatever the clock says', () => {
    const geography = openGeography(NO_FOLDER);
    const plan = { policy: null, transaction_type: 'login', now_ms: NOW_MS, full: false };
    const answer = pointsAnswer(geography, plan);
    const at = (ms: number, ip: string) => {
      const measured_at = new Date(ms).toISOString();
      const { decision, reasons, checks } = JSON.parse(
        answer(JSON.stringify({ lat: 40.2206, lng: -74.7597, accuracy_m: 40, ip, measured_at }), 1),
      );
      const seen = checks.find(({ code }: { code: string }) => code === 'ip_country_mismatch');
      return { decision, reasons, confidence: seen.confidence };
    };
    const fresh_ms = Date.parse('2026-06-17T12:00:00Z');
    const fresh = at(fresh_ms, '4.2.2.1');
    expect(fresh).toEqual({ decision: 'pass', reasons: [], confidence: 0.99 });
    expect(at(fresh_ms + 400 * DAY_MS, '4.2.2.1').confidence).toBeCloseTo(0.89);
    fc.assert(
      fc.property(fc.nat(3_650), fc.constantFrom('4.2.2.1', '18.9.22.69', '2601::1'), (days, ip) => {
        const { decision, reasons } = at(fresh_ms + days * DAY_MS, ip);
        expect({ decision, reasons }).toEqual({ decision: 'pass', reasons: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('alone never makes a decision stricter', () => {
    const strictness = { pass: 0, review: 1, retry: 2, fail: 3 };
    fc.assert(
      fc.property(
        fc.nat(3_650),
        fc.constantFrom('US', 'CA', 'FR', null),
        fc.constantFrom(0.99, 0.89, 0.85, 0.8),
        (days, country, country_confidence) => {
          const at = (age: number) =>
            decide(
              decisionInput((input) => {
                Object.assign(input.network, { country, country_confidence });
                input.data_dates = { ip_country_1: dated(age), ip_country_2: dated(age) };
              }),
            ).decision;
          expect(strictness[at(days)]).toBeLessThanOrEqual(strictness[at(0)]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
