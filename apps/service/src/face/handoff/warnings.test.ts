import { describe, expect, it } from 'vitest';
import { clockedService } from '../../../testing/face/clocked.ts';
import { deviceKey, handedOff, otherNumber, person, redeem } from '../../../testing/face/face.ts';

const { clock, service, org } = clockedService();

describe('warnings to the desktop', () => {
  it('warns when another device redeems a code that a phone has redeemed', async () => {
    const { desktop, code } = await handedOff(service, org);
    const before = (await desktop.status()).data.version;
    expect((await redeem(service, code.data.code)).code).toBe('short_code_used');
    const { data } = await desktop.status();
    expect(data.last_error).toEqual({ code: 'short_code_used', retryable: false });
    expect(data.version).toBeGreaterThan(before);
  });

  it('does not warn when the phone that redeemed the code comes back late with its key', async () => {
    const desktop = await person(service, org);
    await desktop.open();
    const { code } = (await desktop.shortCode()).data;
    const [phone, stranger] = [deviceKey(), deviceKey()];
    expect((await redeem(service, code, phone.codeProof(service, code))).status).toBe(200);
    clock.pass(61);
    expect((await redeem(service, code, phone.codeProof(service, code))).code).toBe('short_code_used');
    expect((await desktop.status()).data.last_error).toBeNull();
    // Control: a caller with another key does cause the warning.
    expect((await redeem(service, code, stranger.codeProof(service, code))).code).toBe('short_code_used');
    expect((await desktop.status()).data.last_error.code).toBe('short_code_used');
  });

  it('tells a wrong number, which may be a stranger’s guess, from a time that ran out', async () => {
    const guessed = await handedOff(service, org);
    await guessed.phone.confirm(otherNumber(guessed.number));
    expect((await guessed.desktop.status()).data.last_error.code).toBe('handoff_wrong_number');
    const slow = await handedOff(service, org);
    clock.pass(121);
    expect((await slow.desktop.status()).data.last_error.code).toBe('handoff_timed_out');
  });

  it('drops the warning about an earlier code when a new one is created', async () => {
    const { desktop, code } = await handedOff(service, org);
    await redeem(service, code.data.code);
    await desktop.cancelHandoff();
    await desktop.shortCode();
    expect((await desktop.status()).data.last_error).toBeNull();
  });
});

describe('the phone’s language', () => {
  it('is the desktop’s language when it shows the code', async () => {
    const desktop = await person(service, org);
    await desktop.open({ locale: 'fr' });
    const first = (await desktop.shortCode()).data;
    await desktop.refresh({ locale: 'ar' });
    expect((await redeem(service, first.code)).data.locale).toBe('ar');
  });

  it('is the session’s first language when the code names none, and null when neither names one', async () => {
    const french = await person(service, org);
    await french.open({ locale: 'fr' });
    const french_code = (await french.shortCode()).data.code;
    expect((await redeem(service, french_code)).data.locale).toBe('fr');
    const { code } = (await (await person(service, org)).shortCode()).data;
    expect((await redeem(service, code)).data.locale).toBeNull();
  });
});
