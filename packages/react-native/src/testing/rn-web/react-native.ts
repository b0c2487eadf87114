// React Native as react-native-web has it, with what the package needs besides.
// @ts-expect-error: it is installed beside the long tests only
export * from 'react-native-web';
export const TurboModuleRegistry = { get: () => null };
