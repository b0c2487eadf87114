export const SDK_VERSION = '0.5.0';
/** Client generation; sent as `Standpoint-SDK`. */
export const SDK_GENERATION = '0.5';
