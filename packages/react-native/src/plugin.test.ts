import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';

interface Changes {
  checkOptions(options?: object): void;
  permissionsFor(options?: object): string[];
  withRepository(gradle: string): string;
  withTexts(plist: Record<string, unknown>, options?: object): Record<string, unknown>;
}
const { checkOptions, permissionsFor, withRepository, withTexts } = createRequire(import.meta.url)(
  '../plugin/changes.js',
) as Changes;

describe('the Expo plugin', () => {
  test('adds texts of prompts, and keeps those of the app', () => {
    const plist = { CFBundleName: 'Shop', NSCameraUsageDescription: 'For your avatar' };
    const changed = withTexts(plist, { locationText: 'To pay here' });
    expect(changed).toEqual({ ...plist, NSLocationWhenInUseUsageDescription: 'To pay here' });
    expect(withTexts(changed)).toEqual(changed);
    expect(withTexts({}, { cameraText: false, locationText: false })).toEqual({});
  });

  test('replaces the general text of Expo’s modules, and any text where an option gives one', () => {
    const expo = { NSLocationWhenInUseUsageDescription: 'Allow $(PRODUCT_NAME) to access your location' };
    expect(withTexts(expo).NSLocationWhenInUseUsageDescription).toMatch(/^Your location shows where you are/);
    const option = { locationText: 'To pay here' };
    expect(withTexts(expo, option).NSLocationWhenInUseUsageDescription).toBe('To pay here');
    const own = { NSLocationWhenInUseUsageDescription: 'For the map' };
    expect(withTexts(own).NSLocationWhenInUseUsageDescription).toBe('For the map');
    expect(withTexts(own, option).NSLocationWhenInUseUsageDescription).toBe('To pay here');
  });

  test('asks for the permissions of what is used', () => {
    expect(permissionsFor()).toEqual([
      'android.permission.CAMERA',
      'android.permission.ACCESS_COARSE_LOCATION',
      'android.permission.ACCESS_FINE_LOCATION',
    ]);
    expect(permissionsFor({ cameraText: false })).not.toContain('android.permission.CAMERA');
    expect(permissionsFor({ locationText: false })).toEqual(['android.permission.CAMERA']);
  });

  test.each(['allprojects {}\n', 'allprojects {}', '', 'a\n\n\n\n'])(
    'adds one block to build.gradle, also the second time: %j',
    (gradle) => {
      const once = withRepository(gradle);
      expect(withRepository(once)).toBe(once);
      expect(once.match(/standpointRegistry/g)).toHaveLength(2);
      expect(once.startsWith(gradle.trimEnd())).toBe(true);
      // What a person adds behind the block survives.
      const more = `${once}apply plugin: "x"\n`;
      expect(withRepository(more)).toContain('apply plugin: "x"');
      expect(withRepository(withRepository(more))).toBe(withRepository(more));
    },
  );

  test('writes neither an address nor a token into the project', () => {
    expect(withRepository('')).not.toMatch(/https?:|pkg_/);
  });

  test('names a wrong option', () => {
    expect(() => checkOptions({ cameratext: 'x' })).toThrow(/unknown option cameratext. Known: cameraText/);
    expect(() => checkOptions({ cameraText: '' })).toThrow(/cameraText must be a text/);
    expect(() => checkOptions({ privateMaven: 'yes' })).toThrow(/privateMaven must be true or false/);
    expect(() => checkOptions({ cameraText: false, privateMaven: true })).not.toThrow();
    expect(() => checkOptions(undefined)).not.toThrow();
  });
});
