import { launchBrowser, visitor } from './e2e/browser.ts';
import { settled } from './e2e/dashboard/every-route.ts';
import { openFullStage } from './e2e/dashboard/full-stage.ts';
import { WINDOW } from './e2e/dashboard/looks.ts';

const stage = await openFullStage({ verifications: 400, sessions: 40 }, { database: 'own' });
const browser = await launchBrowser({ drawing: 'plain' });
for (const path of process.argv.slice(2)) {
  const person = await visitor(browser, { viewport: WINDOW, locale: 'en-US' });
  await stage.admit(person);
  const page = await person.context.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const got = new Map<string, any>();
  let n = 0;
  session.on('Network.responseReceived', ({ requestId, type, response }) =>
    got.set(requestId, {
      type,
      url: response.url,
      enc: response.headers['content-encoding'],
      h: response.headersText?.length ?? 0,
      head: response.encodedDataLength,
    }),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    Object.assign(got.get(requestId) ?? {}, { bytes: encodedDataLength, n: n++ }),
  );
  await page.goto(stage.at(`/${stage.full.org}/sandbox/${path}`), { waitUntil: 'commit' });
  await settled(page);
  await page.waitForTimeout(1500);
  console.log('==', path);
  let sum = 0,
    heads = 0;
  for (const g of [...got.values()].sort((a, b) => a.n - b.n)) {
    sum += g.bytes ?? 0;
    heads += g.head;
    console.log(
      String(g.n).padStart(3),
      String(g.bytes).padStart(7),
      String(g.head).padStart(5),
      g.enc ?? '-',
      g.type,
      g.url.replace(/^.*?\/\/[^/]*/, ''),
    );
  }
  console.log('sum', sum, 'heads', heads, 'count', got.size);
  await person.close();
}
await browser.close();
await stage.close();
process.exit(0);
