import { describe, expect, it } from 'vitest';
import { oldEpoch, oldPhone, race, respell, wrongType } from '../../testing/attacks.ts';
import { sharedService, testOrganization } from '../../testing/hooks.ts';

const service = sharedService();
const org = testOrganization(service);

describe('with every defence on', () => {
  it('5.5 accepts one of a hundred simultaneous verify() calls with one token', async () =>
    expect(await race(service, org, 100)).toBe(0));
  it('refuses every other spelling of a token', async () => expect(await respell(service, org)).toBe(0));
  it('refuses our own signature under another typ', async () =>
    expect(await wrongType(service, org)).toBe(0));
  it('refuses tokens from before a restore, even before the node has noticed it', async () =>
    expect(await oldEpoch(service, org)).toBe(0));
  it('refuses a phone’s token from before a restore', async () =>
    expect(await oldPhone(service, org)).toBe(0));
});
