import { describe, expect, it } from 'vitest';
import { stepWords } from './step-words.ts';

const at = '2026-11-22T09:30:00.000Z';
const audited = (name: string, outcome: string | null, by: string) =>
  stepWords({ at, kind: 'audit', name, outcome, by, detail: {} });

describe('a step of the timeline', () => {
  it.each(['approved', 'declined', 'review', 'expired', 'canceled'])(
    'says who simulated the end %s, in no colour of a decision',
    (outcome) => {
      expect(audited('session.simulated', outcome, 'the sandbox key “CI”')).toEqual({
        title: `An end was simulated: ${outcome}`,
        about: 'by the sandbox key “CI”',
        tone: 'quiet',
      });
    },
  );

  it('says who simulated a session or a verification in the dashboard', () => {
    expect(audited('session.simulated', null, 'Ada')).toMatchObject({
      title: 'An end was simulated',
      about: 'by Ada',
    });
    expect(audited('verification.simulated', null, 'Ada').title).toBe('This verification was simulated');
  });

  it('makes the name of a step readable that a later version wrote', () => {
    expect(audited('record.read_aloud', null, 'Ada').title).not.toContain('_');
  });
});
