const IN_APP: [name: string, pattern: RegExp][] = [
  ['Facebook', /\bFB(AN|AV|_IAB)\b/],
  ['Instagram', /Instagram/],
  ['TikTok', /musical_ly|Bytedance/i],
  ['WeChat', /MicroMessenger/],
  ['LINE', /\bLine\//],
  ['Snapchat', /Snapchat/],
  ['LinkedIn', /LinkedInApp/],
  ['X', /Twitter for/],
  ['Google', /\bGSA\//],
  ['WebView', /; wv\)/],
];

/** The application whose built-in browser this is; `WebView` for an unknown application. */
export const applicationOf = (agent: string): string | null =>
  IN_APP.find(([, pattern]) => pattern.test(agent))?.[0] ?? null;

/** True in an application's own window on iOS. Such a window shows only that it is not Safari. */
export const isIosWindow = (agent: string): boolean =>
  /iPhone|iPad|iPod/.test(agent) && !/Safari\//.test(agent);
