import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { deviceLabel } from '../../calls/device-label.ts';
import { customerHint } from '../../handoff/phone.ts';
import { CODE_BITS, newCode, normaliseCode } from '../../handoff/short-code.ts';
import { CROCKFORD } from '../../ids.ts';
import { frameHeader } from '../capture/frame-header.ts';
import { decide, simulate } from './decision.ts';
import { FACE_SANDBOX_OUTCOMES, sandboxOutcome } from './sandbox-outcomes.ts';

describe('short codes', () => {
  it('have 80 bits in 16 symbols', () => {
    expect(CODE_BITS).toBe(80);
    expect(newCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(new Set(Array.from({ length: 1_000 }, newCode)).size).toBe(1_000);
  });

  it('are read in any case, with hyphens and blanks, O as 0, I and L as 1', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...CROCKFORD), { minLength: 16, maxLength: 16 }),
        fc.func(fc.boolean()),
        (symbols, lower) => {
          const code = symbols.join('');
          const written = symbols
            .map((symbol, i) => (symbol === '0' ? 'oO0'[i % 3]! : symbol === '1' ? 'iILl1'[i % 5]! : symbol))
            .map(
              (symbol, i) =>
                (lower(i) ? symbol.toLowerCase() : symbol) + (i % 4 === 3 ? (i % 8 === 3 ? '-' : ' ') : ''),
            )
            .join('');
          expect(normaliseCode(written)).toBe(code);
        },
      ),
    );
  });

  it('refuse any other text', () => {
    for (const text of [
      '',
      'U'.repeat(16),
      '0'.repeat(15),
      '0'.repeat(17),
      '0000_00000000000',
      '٠'.repeat(16),
    ])
      expect(normaliseCode(text)).toBeNull();
  });
});

describe('frame headers', () => {
  const image = () => sharp({ create: { width: 123, height: 77, channels: 3, background: 'teal' } });

  it('give type and size of JPEG and of every form of WebP', async () => {
    const expected = { width: 123, height: 77 };
    expect(frameHeader(await image().jpeg().toBuffer())).toEqual({ media_type: 'image/jpeg', ...expected });
    expect(frameHeader(await image().jpeg({ progressive: true }).withMetadata().toBuffer())).toEqual({
      media_type: 'image/jpeg',
      ...expected,
    });
    expect(frameHeader(await image().webp().toBuffer())).toEqual({ media_type: 'image/webp', ...expected });
    expect(frameHeader(await image().webp({ lossless: true }).toBuffer())).toEqual({
      media_type: 'image/webp',
      ...expected,
    });
    expect(frameHeader(await image().ensureAlpha(0.5).webp().toBuffer())).toEqual({
      media_type: 'image/webp',
      ...expected,
    });
  });

  it('never throw on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void frameHeader(Buffer.from(bytes))),
    );
    const starts = [
      Buffer.of(0xff, 0xd8, 0xff),
      Buffer.from('RIFF\0\0\0\0WEBPVP8X'),
      Buffer.from('RIFF\0\0\0\0WEBPVP8L'),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...starts),
        fc.uint8Array({ maxLength: 200 }),
        (start, bytes) => void frameHeader(Buffer.concat([start, bytes])),
      ),
    );
  });
});

describe('the decision', () => {
  const check = (outcome: string) => ({ outcome, score: null, threshold: null, reasons: [] });
  const outcomes = fc.constantFrom('pass', 'fail', 'suspected', 'unavailable', 'skipped');
  const findings = fc.record({
    outcome: fc.constant('analysed' as const),
    quality: fc.array(fc.constantFrom('too_dark', 'made_up'), { maxLength: 2 }),
    checks: fc.record(
      { liveness: outcomes.map(check), injection: outcomes.map(check), match: outcomes.map(check) },
      { requiredKeys: [] },
    ),
  });

  it('never approves unknown results', () => {
    expect(decide({ outcome: 'unavailable' }, { used: 1, max: 3 })).toMatchObject({
      decision: 'review',
      reasons: ['engine_unavailable'],
    });
    fc.assert(
      fc.property(findings, fc.integer({ min: 1, max: 3 }), (found, used) => {
        const verdict = decide(found, { used, max: 3 });
        if (verdict.kind !== 'decided' || verdict.decision !== 'approved') return;
        expect(found.quality).toEqual([]);
        expect(found.checks.liveness?.outcome).toBe('pass');
        for (const { outcome } of Object.values(found.checks)) expect(['pass', 'skipped']).toContain(outcome);
      }),
    );
  });

  it('ends with the last attempt, and tells the client only quality codes', () => {
    fc.assert(
      fc.property(findings, (found) => {
        expect(decide(found, { used: 3, max: 3 }).kind).toBe('decided');
        const verdict = decide(found, { used: 1, max: 3 });
        if (verdict.kind === 'retry')
          expect(['too_dark', 'capture_failed']).toContain(verdict.last_error.code);
      }),
    );
  });

  it('is pure', () => {
    for (const file of ['decision.ts', '../session/state.ts']) {
      const code = readFileSync(join(import.meta.dirname, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
      expect(code).not.toMatch(/\b(Date|random|process|await|async|performance|fetch)\b/);
    }
  });
});

describe('sandbox outcomes', () => {
  it('are selected by the beginning of customer_id, in the sandbox only', () => {
    for (const outcome of FACE_SANDBOX_OUTCOMES) {
      expect(sandboxOutcome('sandbox', `${outcome.name}-17`)).toBe(outcome);
      expect(sandboxOutcome('production', `${outcome.name}-17`)).toBeNull();
    }
    expect(sandboxOutcome('sandbox', 'somebody')).toBeNull();
  });

  it('always mark a decision as simulated', () => {
    for (const outcome of FACE_SANDBOX_OUTCOMES) {
      const verdict = simulate(outcome, { used: 3, max: 3 });
      expect(verdict).toMatchObject({ kind: 'decided', decision_source: 'simulated' });
    }
  });
});

describe('labels', () => {
  it('name browser and system', () => {
    const iphone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 ' +
      '(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
    const windows =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ' +
      '(KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';
    expect(deviceLabel(iphone)).toBe('Safari on iPhone');
    expect(deviceLabel(windows)).toBe('Chrome on Windows');
    expect(deviceLabel(`${windows} Edg/147.0`)).toBe('Edge on Windows');
    expect(deviceLabel('Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0')).toBe(
      'Firefox on Android',
    );
    expect(deviceLabel(undefined)).toBe('Unknown device');
  });

  it('mask the person', () => {
    expect(customerHint({ email: 'jo@mail.example.com' }, 'c')).toBe('j•••@m•••.com');
    expect(customerHint({ first_name: 'Ada' }, 'c')).toBe('A•••');
    expect(customerHint(null, 'secret-id')).toBe('s•••');
  });
});

describe('review.when', () => {
  const check = (outcome: string) => ({ outcome, score: null, threshold: null, reasons: [] });
  const of = (checks: object, when: string[] | null, used = 3) =>
    decide(
      { outcome: 'analysed', quality: [], checks: { liveness: check('pass'), ...checks } },
      { used, max: 3 },
      when,
    );
  const doubtful = (name: string) => ({ [name]: check('suspected') });

  it.each([
    ['match', null, 'review'],
    ['match', ['match_uncertain'], 'review'],
    ['match', ['liveness_uncertain'], 'declined'],
    ['match', [], 'declined'],
    ['liveness', null, 'review'],
    ['liveness', ['match_uncertain'], 'declined'],
    ['injection', [], 'review'],
    ['dedupe', [], 'review'],
  ])('a doubtful %s with %j: %s', (name, when, decision) => {
    expect(of(doubtful(name), when)).toMatchObject({ kind: 'decided', decision });
  });

  it('gives another attempt for a doubt that counts as a failure, without naming it', () => {
    expect(of(doubtful('match'), [], 1)).toEqual({
      kind: 'retry',
      last_error: { code: 'capture_failed', retryable: true },
    });
  });

  it('never fails unknown results, and with `always` sends approvals to review', () => {
    expect(of({ match: check('unavailable') }, [])).toMatchObject({ decision: 'review' });
    expect(of({}, ['always'])).toMatchObject({ decision: 'review', reasons: ['workflow_asks_for_review'] });
    expect(of({}, [])).toMatchObject({ decision: 'approved' });
  });
});
