/** One of the two lines that are released side by side from this source. */
export interface Line {
  /** Client generation; sent as `Standpoint-SDK`. */
  generation: '0.3' | '0.5';
  /** Version of the package. */
  version: string;
}

export const LINE_0_5: Line = { generation: '0.5', version: '0.5.0' };
export const LINE_0_3: Line = { generation: '0.3', version: '0.3.0' };

export const SDK_NAME = '@standpoint/react-native';

/** How the SDK names itself beside the evidence and to the face app. */
export const signature = ({ version }: Line): string => `react-native/${version}`;
