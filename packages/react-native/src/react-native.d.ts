/**
 * The parts of the peers that this package uses, so that the repository's own types need no React Native. The
 * long test of the package compiles the sources against the real types instead of this file.
 */
declare module 'react-native' {
  import type { ComponentType, ReactNode } from 'react';

  export interface TurboModule {
    readonly getConstants?: () => object;
  }
  export const TurboModuleRegistry: { get<T extends TurboModule>(name: string): T | null | undefined };
  export const Platform: {
    readonly OS: string;
    readonly Version: string | number;
    readonly constants: object;
  };
  export const Linking: { openURL(url: string): Promise<unknown> };
  export const BackHandler: {
    addEventListener(event: 'hardwareBackPress', listener: () => boolean): { remove(): void };
  };
  export const View: ComponentType<{ style?: object; testID?: string; children?: ReactNode }>;
  export const Text: ComponentType<{ children?: ReactNode }>;
  export const Button: ComponentType<{ title: string; onPress: () => void }>;
  export const Modal: ComponentType<{
    visible?: boolean;
    animationType?: 'none' | 'slide' | 'fade';
    presentationStyle?: 'fullScreen' | 'pageSheet';
    onRequestClose?: () => void;
    children?: ReactNode;
  }>;
}

declare module 'react-native-webview' {
  import { Component } from 'react';

  export class WebView extends Component<Record<string, unknown>> {
    injectJavaScript(script: string): void;
  }
}

declare module 'expo-crypto' {
  export const getRandomValues: <A extends Uint8Array>(array: A) => A;
}

declare module 'expo-location' {
  interface Permission {
    status: string;
    canAskAgain: boolean;
    ios?: { accuracy?: string };
    android?: { accuracy?: string };
  }
  interface Fix {
    coords: { latitude: number; longitude: number; accuracy: number | null; altitude: number | null };
    timestamp: number;
    mocked?: boolean;
  }
  export const getForegroundPermissionsAsync: () => Promise<Permission>;
  export const requestForegroundPermissionsAsync: () => Promise<Permission>;
  export const hasServicesEnabledAsync: () => Promise<boolean>;
  export const getCurrentPositionAsync: (options?: { accuracy?: number }) => Promise<Fix>;
}
