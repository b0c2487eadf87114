interface BrowserHints {
  brands?: { brand: string; version: string }[];
  mobile?: boolean;
  platform?: string;
}

const matches = (query: string): boolean => matchMedia(`(${query})`).matches;

/** What kind of device this is, from what it tells every page. Nothing here is meant to identify a person. */
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
  };
};
