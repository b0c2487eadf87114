import { expect, test } from 'vitest';
import { purposeIn } from '../page/purpose.ts';

const workflow = (purposes: Record<string, string>, locales: string[] = []) => ({
  purpose: 'Opening an account',
  purposes,
  ui: { locales } as never,
});

test('shows the purpose in the language of the person', () => {
  const both = workflow({ de: 'Kontoeröffnung', 'pt-BR': 'Abertura de conta' });
  expect(purposeIn(both, 'de')).toBe('Kontoeröffnung');
  expect(purposeIn(both, 'pt')).toBe('Abertura de conta');
  expect(purposeIn(both, 'en')).toBe('Opening an account');
});

test('shows no purpose in a language that the person may not read', () => {
  expect(purposeIn(workflow({}), 'ar')).toBeNull();
  // A workflow for German readers is written in German.
  const german = { ...workflow({}, ['de']), purpose: 'Kontoeröffnung' };
  expect(purposeIn(german, 'de')).toBe('Kontoeröffnung');
  expect(purposeIn(german, 'en')).toBeNull();
  expect(purposeIn(null, 'en')).toBeNull();
});
