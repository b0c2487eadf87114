import { GRANTED, launchBrowser } from '../browser.ts';
import { type Engine, type Pilot, pilotOf } from './pilot.ts';

/** The Chromium that npm installed, with its moving test picture as camera. */
const open = async (): Promise<Pilot> => {
  const browser = await launchBrowser({ drawing: 'plain' });
  const page = await (await browser.newContext(GRANTED)).newPage();
  return pilotOf({
    goto: async (url) => void (await page.goto(url)),
    call: (script, text) => page.evaluate(`(${script})(${JSON.stringify(text)})`) as Promise<string>,
    close: () => browser.close(),
  });
};

export const chromium = (): Engine => ({ name: 'Chromium', missing: null, open });
