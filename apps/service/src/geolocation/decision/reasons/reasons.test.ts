import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locationStatus, Reason, verify, verifyLocation } from '@standpoint/contract';
import { REASON_LANGUAGES } from '@standpoint/contract/words/languages';
import { TOLD } from '@standpoint/contract/words/told';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { NEVER_TOLD } from '../../../../testing/engines/data/check-rows.ts';
import { decisionInput } from '../../../../testing/engines/decision-input.ts';
import { bundledData } from '../../../../testing/geodata/bundled.ts';
import { mutant } from '../../../../testing/mutant.ts';
import { CODES } from '../checks/all.ts';
import { isAntiSpoof } from '../checks/carried.ts';
import type { CheckDefinition } from '../checks/check.ts';
import { type Decision, decide, ENGINE_VERSION } from '../decision.ts';
import { GEOLOCATION_OUTCOMES, simulate } from '../sandbox-outcomes.ts';
import { COMPASS } from './compass.ts';
import { GENERAL_REASONS } from './general.ts';
import { reasonParams } from './params.ts';
import { reasonLanguage, reasonText, reasonTexts } from './reasons.ts';
import { REMEDIES } from './remedies.ts';

const { places } = bundledData();
const languages = REASON_LANGUAGES;
const tellable = [...CODES].filter(([, traits]) => traits.remedy).map(([code]) => code);
const hidden = [...CODES].filter(([, traits]) => !traits.remedy).map(([code]) => code);
const general = Object.keys(GENERAL_REASONS);
const remedies = [
  ...new Set([...CODES.values()].flatMap(({ remedy }) => remedy ?? [])),
  ...Object.values(GENERAL_REASONS),
];

it('ships six languages', () => {
  expect(languages).toEqual(['en', 'es', 'fr', 'de', 'pt', 'ar']);
});

describe.each(languages)('in %s', (language) => {
  it.each([...tellable, ...general])('%s has a message and a remedy', (code) => {
    const reason = reasonText(code, language);
    expect(Value.Check(Reason, reason)).toBe(true);
    expect(reason).toMatchObject({ code });
    for (const text of [reason!.message, reason!.remedy]) {
      expect(text.length).toBeGreaterThan(8);
      expect(text).toMatch(/[.]$/);
      expect(text).not.toMatch(/[[\]{}]| {2}|undefined/);
    }
  });

  it.each(hidden)('%s cannot be told', (code) => {
    expect(reasonText(code, language)).toBeNull();
    expect(TOLD).not.toHaveProperty(code);
  });

  it('has no additional text', () => {
    expect(Object.keys(TOLD).sort()).toEqual([...tellable, ...general].sort());
    expect(Object.keys(REMEDIES).sort()).toEqual([...remedies].sort());
  });

  it('has the same values in each text as English', () => {
    const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const [key, texts] of [...Object.entries(TOLD), ...Object.entries(REMEDIES)])
      expect(names(texts[language]), key).toEqual(names(texts.en));
  });

  it('gives distance and direction when they are known, and leaves them out otherwise', () => {
    const near = reasonText('border_uncertain', language, { metres: 300, direction: 'e' })!.remedy;
    expect(near).toContain(new Intl.NumberFormat(language).format(300));
    expect(near).toContain(COMPASS.e[language]);
    expect(near).not.toMatch(/[[\]{}]/);
    expect(reasonText('border_uncertain', language, { metres: 300 })).toEqual(
      reasonText('border_uncertain', language),
    );
  });

  it('differs from English', () => {
    if (language === 'en') return;
    for (const code of [...tellable, ...general])
      expect(reasonText(code, language)!.message).not.toBe(reasonText(code, 'en')!.message);
  });
});

it('hides exactly the anti-spoof codes and those without a remedy', () => {
  expect([...hidden].sort()).toEqual([...NEVER_TOLD].sort());
});

describe('the answer to a client', () => {
  const spoken = (decision: Decision) => decision.client_reasons.filter((code) => NEVER_TOLD.includes(code));

  it('names no hidden code in any golden case, though each code is found in one', () => {
    const golden = join(import.meta.dirname, '../engines/golden', `${ENGINE_VERSION}.json`);
    const cases = JSON.parse(readFileSync(golden, 'utf8')) as { name: string; decision: Decision }[];
    const found = new Set(cases.flatMap(({ decision }) => decision.reason_codes));
    expect([...found].filter((code) => NEVER_TOLD.includes(code)).length).toBeGreaterThan(30);
    for (const { name, decision } of cases) expect(spoken(decision), name).toEqual([]);
  });

  it.each(NEVER_TOLD)('never names %s, whether found now or carried over from an earlier try', (code) => {
    const input = decisionInput((facts) => {
      facts.history.earlier = [{ code, hop: 0, confidence: 1 }];
      facts.chain.hop = 1;
      facts.policy.definition = { ...facts.policy.definition, actions: { [code]: 'review' } };
    });
    const decision = decide(input);
    expect(spoken(decision)).toEqual([]);
    // The carried codes are really present in the decision.
    if (isAntiSpoof(CODES.get(code), code)) expect(decision.reason_codes).toContain(code);
  });

  it('mutation control: names hidden codes when the remedy is not looked at', async () => {
    const weak = await mutant<{ decide: typeof decide }>('geolocation/decision/decision.ts', [
      'CODES.get(code)?.remedy !== undefined',
      'code !== undefined',
    ]);
    const input = decisionInput((facts) => {
      facts.history.earlier = [{ code: 'override_suspected', hop: 0, confidence: 1 }];
    });
    expect(spoken(weak.decide(input))).toEqual(['override_suspected']);
  });

  it('names no hidden code in a fixed outcome of the sandbox', () => {
    const input = decisionInput();
    for (const outcome of GEOLOCATION_OUTCOMES)
      expect(spoken(simulate(outcome, decide(input), input)), outcome.prefix).toEqual([]);
  });

  it('has no field for findings, neither in verify() nor in the answer of the phone that helps out', () => {
    // Only the sandbox has a part for them, which production never fills: `sandbox-answer.test.ts`.
    const members = (schema: object) =>
      JSON.stringify(schema, (name, part) => (name === 'sandbox' ? undefined : part)).match(
        /"(checks|reason_codes|spoof[a-z_]*|confidence|inputs)"/g,
      );
    expect([verify, verifyLocation, locationStatus].map(({ answer }) => members(answer))).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('a way out', () => {
  const ACTIONS = ['review', 'retry', 'fail'] as const;
  const raised = (code: string, action: (typeof ACTIONS)[number], hop = 0) => {
    const outcomes = CODES.get(code)!.outcomes ?? ['fail'];
    const found = outcomes.includes('fail') ? 'fail' : outcomes[0]!;
    const input = decisionInput((facts) => {
      facts.policy.definition = { ...facts.policy.definition, actions: { [code]: action } };
      facts.chain.hop = hop;
    });
    const only: CheckDefinition = {
      question: 'Is it found?',
      group: CODES.get(code)!.group,
      codes: { [code]: CODES.get(code)! },
      run: () => [{ code, outcome: found, confidence: 1, inputs: {} }],
    };
    return { input, decision: decide(input, [only]) };
  };
  const acting = [...CODES].filter(([, { outcomes }]) => outcomes?.length !== 0).map(([code]) => code);

  it.each(acting)('is given in every language when %s alone decides', (code) => {
    for (const action of ACTIONS) {
      for (const hop of [0, 3]) {
        const { input, decision } = raised(code, action, hop);
        if (decision.decision === 'pass') continue;
        for (const language of languages) {
          const told = reasonTexts(
            decision.client_reasons,
            language,
            reasonParams(input, decision, language, places.nameOf),
          );
          expect(told.length, `${action} ${hop}`).toBeGreaterThan(0);
          for (const { remedy } of told) expect(remedy).toMatch(/[.]$/);
        }
      }
    }
  });

  it.each(acting)('names only what %s knows', (code) => {
    const { decision } = raised(code, 'review');
    const [told] = reasonTexts(decision.client_reasons, 'en');
    const text = `${told!.message} ${told!.remedy}`;
    const OWN_WORD: [RegExp, string][] = [
      [/VPN/i, 'ip_vpn'],
      [/prox(y|ies)/i, 'ip_proxy'],
      [/\bTor\b/, 'ip_tor'],
      [/hides/i, 'ip_vpn ip_proxy ip_tor'],
    ];
    for (const [word, knows] of OWN_WORD) if (word.test(text)) expect(knows.split(' '), text).toContain(code);
    // People live beside borders.
    expect(text).not.toMatch(/move away/i);
  });

  it('tells one general reason for every hidden finding that is not about devices, so that none is revealed', () => {
    const told = new Set(NEVER_TOLD.flatMap((code) => raised(code, 'fail').decision.client_reasons));
    expect([...told].sort()).toEqual(['device_unconfirmed', 'location_unconfirmed']);
  });

  it('leaves the general reason out when a reason that may be told decided as strictly', () => {
    const input = decisionInput((facts) => {
      facts.network.usage = [{ kind: 'hosting', confidence: 0.9, families: ['list'] }];
      facts.history.sharing = { install_customers: 9, household: false, customer_installs: 1 };
    });
    expect(decide(input)).toMatchObject({ decision: 'review', client_reasons: ['ip_hosting'] });
  });

  it('lets a clock that is two hours off try again', () => {
    const input = decisionInput((facts) => {
      facts.evidence.clock!.epoch_ms += 7_200_000;
      const [fix] = facts.evidence.positions;
      fix!.measured_at = new Date(Date.parse(fix!.measured_at) + 7_200_000).toISOString();
    });
    expect(decide(input)).toMatchObject({ decision: 'retry', client_reasons: ['clock_skew'] });
  });
});

it('ignores codes that do not exist', () => {
  expect(['', 'constructor', '__proto__', 'no_such_code'].map((code) => reasonText(code, 'en'))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it('leaves hidden codes out of a list and keeps the order', () => {
  const codes = ['evidence_replayed', 'ip_country_mismatch', 'impossible_travel', 'accuracy_too_low'];
  expect(reasonTexts(codes, 'de').map((reason) => reason.code)).toEqual([
    'ip_country_mismatch',
    'accuracy_too_low',
  ]);
});

it.each([
  ['de-AT', 'de'],
  ['pt-BR', 'pt'],
  ['AR-eg', 'ar'],
  ['es_MX', 'es'],
  ['zh-Hant-TW', 'en'],
  ['', 'en'],
  ['__proto__', 'en'],
  [undefined, 'en'],
  [['zh', 'fr-CA', 'de'], 'fr'],
  [[], 'en'],
])('reads %o as %s', (tag, language) => {
  expect(reasonLanguage(tag)).toBe(language);
});
