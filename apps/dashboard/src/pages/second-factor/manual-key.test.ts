import { expect, test } from 'vitest';
import { backupFile, groupsOf, secretOf } from './manual-key.ts';

test('the key of an app, in groups of four', () => {
  const uri = 'otpauth://totp/Standpoint:a%40b.example?secret=JBSWY3DPEHPK3PXPAB&issuer=Standpoint';
  expect(secretOf(uri)).toBe('JBSWY3DPEHPK3PXPAB');
  expect(groupsOf(secretOf(uri))).toBe('JBSW Y3DP EHPK 3PXP AB');
  expect(groupsOf('')).toBe('');
});

test('the file of backup codes says what they are for', () => {
  const text = backupFile(
    ['aaaaa-bbbbb', 'ccccc-ddddd'],
    'id.bank.example',
    new Date('2026-11-23T10:00:00Z'),
  );
  expect(text).toContain('id.bank.example');
  expect(text).toContain('Made 2026-11-23');
  expect(text.endsWith('aaaaa-bbbbb\nccccc-ddddd\n')).toBe(true);
});
