import { describe, expect, test } from 'vitest';
import { type CommunityGeolocationModule, communityGeolocation } from './community.ts';
import { type ExpoLocationModule, expoLocation } from './expo.ts';

const FIX = { coords: { latitude: 1, longitude: 2, accuracy: 5, altitude: null }, timestamp: 3 };

describe('expo-location', () => {
  const expo = (
    more: Partial<Record<keyof ExpoLocationModule, object | boolean>> = {},
    platform = 'android',
  ) => {
    const given = {
      getForegroundPermissionsAsync: { status: 'granted' },
      getCurrentPositionAsync: FIX,
      ...more,
    };
    const asked: unknown[] = [];
    const call = (name: keyof typeof given) => async (options?: unknown) => {
      asked.push(options);
      return given[name] as never;
    };
    const names = Object.keys(given) as (keyof typeof given)[];
    const module = Object.fromEntries(
      names.map((name) => [name, call(name)]),
    ) as unknown as ExpoLocationModule;
    return { asked, provider: expoLocation(module, { platform }) };
  };

  test.each([
    [{ status: 'granted' }, 'granted', 'granted'],
    [{ status: 'undetermined', canAskAgain: true }, 'undetermined', 'dismissed'],
    [{ status: 'denied', canAskAgain: true }, 'undetermined', 'dismissed'],
    [{ status: 'denied', canAskAgain: false }, 'denied', 'denied'],
  ])('reads the permission %j as %s, and after asking as %s', async (permission, before, after) => {
    const { provider } = expo({
      getForegroundPermissionsAsync: permission,
      requestForegroundPermissionsAsync: permission,
    });
    expect([await provider.permission(), await provider.requestPermission()]).toEqual([before, after]);
  });

  test.each([
    [{ ios: { accuracy: 'full' } }, true],
    [{ ios: { accuracy: 'reduced' } }, false],
    [{ android: { accuracy: 'fine' } }, true],
    [{ android: { accuracy: 'coarse' } }, false],
    [{}, undefined],
  ])('tells from %j whether positions are precise', async (more, precise) => {
    const { provider } = expo({ getForegroundPermissionsAsync: { status: 'granted', ...more } });
    await provider.permission();
    const sample = await provider.request({ accuracy: 'high', timeoutMs: 1 });
    expect(sample.precise).toBe(precise);
  });

  test('gives what the system says, and null for what it does not say', async () => {
    const { provider, asked } = expo();
    expect(await provider.request({ accuracy: 'balanced', timeoutMs: 1 })).toMatchObject({
      mocked: null,
      accuracyM: 5,
    });
    expect(asked).toEqual([{ accuracy: 3 }]);
    const mocked = expo({ getCurrentPositionAsync: { ...FIX, mocked: true } }).provider;
    expect(await mocked.request({ accuracy: 'high', timeoutMs: 1 })).toMatchObject({ mocked: true });
    expect([expo({}, 'ios').provider.detectsMocks, provider.detectsMocks]).toEqual([false, true]);
  });

  test('says when location is switched off', async () => {
    const { provider } = expo({ hasServicesEnabledAsync: false });
    await expect(provider.request({ accuracy: 'high', timeoutMs: 1 })).rejects.toEqual({
      code: 'position_unavailable',
    });
  });
});

describe('the community’s package', () => {
  const community = (code?: number) => {
    const end = (success?: (fix: never) => void, error?: (failure: { code: number }) => void) =>
      code ? error?.({ code }) : success?.(FIX as never);
    const module: CommunityGeolocationModule = {
      requestAuthorization: (success, error) => end(success as never, error),
      getCurrentPosition: (success, error) => end(success as never, error),
    };
    return communityGeolocation(module, { platform: 'android' });
  };

  test('asks each time, because it cannot look', async () => {
    expect(await community().permission()).toBe('undetermined');
    expect([await community().requestPermission(), await community(1).requestPermission()]).toEqual([
      'granted',
      'denied',
    ]);
  });

  test.each([
    [1, 'permission_denied'],
    [2, 'position_unavailable'],
    [3, 'position_timeout'],
    [9, 'position_unavailable'],
  ])('names the failure %i', async (code, named) => {
    const asked = community(code).request({ accuracy: 'high', timeoutMs: 1 });
    await expect(asked).rejects.toEqual({ code: named });
  });

  test('gives a position', async () => {
    expect(await community().request({ accuracy: 'high', timeoutMs: 1 })).toMatchObject({
      latitude: 1,
      mocked: null,
    });
  });
});
