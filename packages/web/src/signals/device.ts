interface BrowserHints {
  brands?: { brand: string; version: string }[];
  mobile?: boolean;
  platform?: string;
}

const matches = (query: string): boolean => matchMedia(`(${query})`).matches;

/** The graphics hardware, as every page may ask; null where the page may not. */
const graphics = (): { vendor: string; renderer: string } | null => {
  try {
    const gl = document.createElement('canvas').getContext('webgl');
    if (!gl) return null;
    const named = gl.getExtension('WEBGL_debug_renderer_info');
    const read = (key: number) => String(gl.getParameter(key)).slice(0, 200);
    const found = {
      vendor: read(named?.UNMASKED_VENDOR_WEBGL ?? gl.VENDOR),
      renderer: read(named?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER),
    };
    gl.getExtension('WEBGL_lose_context')?.loseContext();
    return found;
  } catch {
    return null;
  }
};

/** The kind of device, from values that every page can read. They are not meant to identify a person. */
export const device = (): Record<string, unknown> => {
  const { userAgentData: hints, deviceMemory } = navigator as Navigator & {
    userAgentData?: BrowserHints;
    deviceMemory?: number;
  };
  return {
    user_agent: navigator.userAgent.slice(0, 512),
    brands: hints?.brands?.slice(0, 8).map(({ brand, version }) => `${brand} ${version}`),
    mobile: hints?.mobile,
    platform: hints?.platform,
    max_touch_points: navigator.maxTouchPoints,
    hardware_concurrency: navigator.hardwareConcurrency,
    device_memory_gb: deviceMemory,
    screen: { width: screen.width, height: screen.height, ratio: devicePixelRatio },
    coarse_pointer: matches('pointer:coarse'),
    hover: matches('hover:hover'),
    graphics: graphics(),
  };
};
