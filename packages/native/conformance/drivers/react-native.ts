import { reactNative as known } from '../../../react-native/src/testing/conformance.ts';
import type { Driver } from '../driver.ts';

/** The React Native SDK on a phone that is not one: its driver lies beside its own test doubles. */
export const reactNative: Driver = known;
