import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loadTexts } from '../src/page/locale.ts';
import { DESKTOP, on, press, withoutLooking } from '../testing/person.ts';
import { newCheck, openStory, person, toPrimer, uniquely } from '../testing/story.ts';

// In `npm test`: `../src/senses/senses.test.ts`.

const story = openStory({ looks: true });
const CAPTURE_MS = 110_000;
const ACTIVE = {
  liveness: { mode: 'active' as const, challenges: ['turn', 'smile'] as ('turn' | 'smile')[] },
  client_result: 'decision' as const,
};

/** The focused element: its text, whether its focus is visible, and whether there is one at all. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const style = getComputedStyle(element);
    return {
      lost: element === document.body,
      words:
        element.innerText?.trim() ||
        element.ariaLabel ||
        (element as HTMLInputElement).labels?.[0]?.innerText.trim() ||
        '',
      seen: style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
    };
  });

/**
 * Presses the tab key until the element with this text has the focus, which must be visible all the way.
 */
const tabTo = async (page: Page, words: string): Promise<void> => {
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press('Tab');
    const { words: now, seen, lost } = await focus(page);
    if (!lost) expect(seen, `focus on "${now}" is seen`).toBe(true);
    if (now === words) return;
  }
  throw new Error(`"${words}" cannot be reached by the keyboard`);
};
const pressOn = async (page: Page, words: string, key = 'Enter'): Promise<void> => {
  await tabTo(page, words);
  await page.keyboard.press(key);
};
/** A new screen has its heading in focus. */
const arrived = async (page: Page, screen: string, timeout?: number): Promise<void> => {
  await on(page, screen, timeout);
  await page.locator('h1:focus').waitFor();
};

test.concurrent('needs no mouse on a desktop: consent, another way, camera, capture, result, and back', {
  timeout: 200_000,
}, async () => {
  const { page, context } = await person(story.browser);
  await withoutLooking(page);
  await page.goto(await newCheck(story.stage, uniquely('test_face_approved'), ACTIVE));
  await arrived(page, 'consent');
  await pressOn(page, 'Stop the check');
  await arrived(page, 'leave');
  expect((await focus(page)).seen).toBe(true);
  await pressOn(page, 'Keep going');
  await arrived(page, 'consent');
  await pressOn(page, 'I agree');
  await arrived(page, 'primer');
  await pressOn(page, 'Need another way?');
  await tabTo(page, 'Standard');
  await page.keyboard.press('ArrowDown');
  // This workflow shows no colours, so there is nothing to leave out.
  expect((await focus(page)).words).toBe('Without moving my head');
  await pressOn(page, 'Play sounds', 'Space');
  expect(await page.getByLabel('Play sounds').isChecked()).toBe(true);
  await pressOn(page, 'Done');
  await pressOn(page, 'Use this device');
  await arrived(page, 'ready');
  await pressOn(page, 'Start');
  await arrived(page, 'capture');
  await arrived(page, 'result', CAPTURE_MS);
  expect(await page.locator('h1').innerText()).toBe('That’s you. All done!');
  await pressOn(page, 'Copy');
  await context.close();
});

/** Everything that a screen reader would announce from live regions and alerts, in order. */
const listening = () => {
  const heard: [string, string][] = [];
  Object.assign(window, { heard });
  const urgency = (element: Element) =>
    element.matches('[role=alert], [aria-live=assertive]') ? 'now' : 'politely';
  const hear = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement;
    const region = element?.closest('[role=alert], [role=status], [aria-live]');
    const text = region?.textContent?.trim();
    // The texts for a page that does not load are in the document from the beginning, hidden.
    if (region && text && !region.closest('.starting')) heard.push([urgency(region), text]);
    // A region that is inserted together with its text is announced only if it is an alert.
    if (node instanceof Element) {
      for (const alert of node.querySelectorAll('[role=alert]')) {
        const words = alert.textContent?.trim();
        if (words && alert !== region && !alert.closest('.starting')) heard.push(['now', words]);
      }
    }
  };
  new MutationObserver((records) => {
    const nodes = new Set<Node>();
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') nodes.add(target);
      for (const node of addedNodes) nodes.add(node);
    }
    for (const node of nodes) hear(node);
  }).observe(document, { subtree: true, childList: true, characterData: true });
};
const heardOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { heard: [string, string][] }).heard);

test.concurrent('announces instructions and failures at once to a screen reader, and hints politely', {
  timeout: 200_000,
}, async () => {
  const { page, context } = await person(story.browser);
  await page.addInitScript(listening);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/facecheck/session/attempt'), {
      timeout: CAPTURE_MS,
    }),
    (async () => {
      await page.goto(await newCheck(story.stage, uniquely('test_face_retry_then_approved'), ACTIVE));
      await toPrimer(page);
      await press(page, 'main');
      await on(page, 'ready');
      await press(page, 'main');
    })(),
  ]);
  await on(page, 'retry', CAPTURE_MS);
  const heard = await heardOn(page);
  const urgent = heard.filter(([how]) => how === 'now').map(([, words]) => words);
  const { steps } = (await answer.json()).data.challenge;
  expect(urgent[0]).toBe('Get ready …');
  // Every step in order; two equal steps in a row are one instruction that still holds.
  const { capture } = await loadTexts('en');
  const asked = (steps as { kind: keyof typeof capture.steps }[])
    .map(({ kind }, i, all) =>
      kind === 'front' && all[i - 1]?.kind.startsWith('turn_')
        ? capture.back
        : (capture.steps[kind] ?? capture.steps.other),
    )
    .filter((words, i, all) => words !== all[i - 1]);
  expect(urgent.slice(1, -1)).toEqual(asked);
  for (const [i, words] of urgent.entries()) if (i > 0) expect(words).not.toBe(urgent[i - 1]);
  expect(urgent.at(-1)).toBe('Turn towards a window or a lamp.');
  for (const [how, words] of heard) if (/^We can’t see|^Perfect/.test(words)) expect(how).toBe('politely');
  expect((await focus(page)).words).toBe('It was too dark');
  await context.close();
});

/**
 * Records what the loudspeaker would play. Headless Chromium has no voices, so the test lends it a device
 * voice.
 */
const recording = (lang: string) => {
  const said: string[] = [];
  const tones: number[] = [];
  Object.assign(window, { said, tones });
  const voice = { lang, localService: true, default: true, name: 'Test', voiceURI: 'test' };
  speechSynthesis.getVoices = () => [voice as SpeechSynthesisVoice];
  speechSynthesis.speak = (utterance) => void said.push(utterance.text);
  Object.defineProperty(SpeechSynthesisUtterance.prototype, 'voice', { set() {}, get: () => voice });
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function oscillator() {
    const made = make.call(this);
    const start = made.start.bind(made);
    made.start = (when) => {
      tones.push(made.frequency.value);
      start(when);
    };
    return made;
  };
};
const recorded = (page: Page) =>
  page.evaluate(() => {
    const { said, tones } = window as unknown as { said: string[]; tones: number[] };
    return { said, tones };
  });

test.concurrent('guides a person who wants more time by voice and tones, which load only then and survive a reload', {
  timeout: 200_000,
}, async ({ expect }) => {
  const { page, context } = await person(story.browser);
  await withoutLooking(page);
  await page.addInitScript(recording, 'en-GB');
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto(await newCheck(story.stage, uniquely('test_face_approved'), ACTIVE));
  await toPrimer(page);
  expect(scripts.filter((url) => /player|moments/.test(url))).toEqual([]);
  await page.locator('.another').click();
  await page.getByLabel('More time').check();
  expect(await page.getByLabel('Read instructions aloud').isChecked()).toBe(true);
  expect(await page.getByLabel('Play sounds').isChecked()).toBe(true);
  await expect.poll(async () => (await recorded(page)).said).toEqual(['Instructions are read aloud.']);
  expect(scripts.filter((url) => /player/.test(url))).toHaveLength(1);

  await page.reload();
  await on(page, 'primer');
  await page.locator('.another').click();
  expect(await page.getByLabel('Read instructions aloud').isChecked()).toBe(true);
  expect(await page.getByLabel('More time').isChecked()).toBe(true);
  await page.locator('dialog.sheet .main').click();
  await press(page, 'main');
  await on(page, 'ready');
  await press(page, 'main');
  await on(page, 'result', CAPTURE_MS);
  await expect.poll(async () => (await recorded(page)).said.at(-1)).toMatch(/^(That’s you|Thank you)/);
  const { said, tones } = await recorded(page);
  expect(said).toContain('Get ready …');
  expect(said).toContain('Look straight ahead');
  // The challenge is drawn: any instruction but the first may come.
  const drawn =
    /^(Turn slowly|Tilt your head|Give us a smile|Open your mouth|Come a little closer|Move back)/;
  expect(
    said.some((words) => drawn.test(words)),
    said.join(' · '),
  ).toBe(true);
  expect(said.filter((words) => words === 'Sending your pictures.')).toHaveLength(1);
  // The tone of a finished step, and the three notes of the end.
  expect(tones).toContain(880);
  expect(tones.slice(-3)).toEqual([523, 659, 784]);
  await context.close();
});

test.concurrent('promises no speech without a device voice for this language, and is silent by default', async () => {
  const { page, context } = await person(story.browser);
  await page.addInitScript(recording, 'ja-JP');
  await page.goto(await newCheck(story.stage, uniquely('test_face_approved')));
  await toPrimer(page);
  await page.locator('.another').click();
  expect(await page.getByLabel('Read instructions aloud').count()).toBe(0);
  expect(await page.locator('.no-voice').innerText()).toContain('can’t read this language aloud');
  expect(await page.getByLabel('Play sounds').isChecked()).toBe(false);
  await page.locator('dialog.sheet .main').click();
  await press(page, 'main');
  await on(page, 'ready');
  expect(await recorded(page)).toEqual({ said: [], tones: [] });
  await context.close();
});

test.concurrent('preselects no flashes for a person who asked for less motion, and lets them change it', async () => {
  const { page, context } = await person(story.browser, { ...DESKTOP, reducedMotion: 'reduce' });
  await page.goto(await newCheck(story.stage, uniquely('test_face_approved'), {}));
  await toPrimer(page);
  await page.locator('.another').click();
  const calm = page.getByLabel('Without colours');
  expect(await calm.isChecked()).toBe(true);
  expect(await calm.isVisible()).toBe(true);
  await page.getByLabel('Standard').check();
  await page.reload();
  await on(page, 'primer');
  await page.locator('.another').click();
  expect(await page.getByLabel('Without colours').isChecked()).toBe(false);
  await context.close();
});

test.concurrent('gives every button an edge in a contrast theme, and keeps the code dark on white', async () => {
  const { page, context } = await person(story.browser, {
    ...DESKTOP,
    forcedColors: 'active',
    colorScheme: 'dark',
  });
  await page.goto(await newCheck(story.stage, uniquely('test_face_approved')));
  await toPrimer(page);
  const edges = await page.locator('main :is(.main, .second)').evaluateAll((elements) =>
    elements.map((element) => {
      const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
      return [borderTopStyle, Number.parseFloat(borderTopWidth) >= 1, borderTopColor !== backgroundColor];
    }),
  );
  expect(edges.length).toBe(2);
  for (const edge of edges) expect(edge).toEqual(['solid', true, true]);
  await press(page, 'second');
  await page.locator('.qr').waitFor();
  const frame = page.locator('.qr-frame');
  expect(await frame.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  await context.close();
});

test.concurrent('shows the workflow’s texts, its consent in the chosen language, and its retention times', async () => {
  const url = await newCheck(story.stage, uniquely('test_face_approved'), {
    liveness: { mode: 'passive' },
    enroll: { on_pass: true },
    consent: { version: '7', texts: { en: 'English consent', 'pt-BR': 'Consentimento', fr: 'Accord' } },
    retention: { frames_days: 2, template_days: 30 },
    ui: { texts: { en: { 'consent.title': 'Hello from us' }, 'pt-BR': { 'consent.title': 'Olá' } } },
  });
  const { page, context } = await person(story.browser);
  await page.goto(url);
  await on(page, 'consent');
  expect(await page.locator('h1').innerText()).toBe('Hello from us');
  expect(await page.locator('.points').innerText()).toContain(
    'The pictures are deleted after 2 days. If you pass, a face template is kept for 30 days.',
  );
  const details = page.locator('dialog.sheet');
  await page.locator('.details').click();
  expect(await details.innerText()).toContain('English consent');
  await details.locator('.main').click();
  await page.locator('header select').selectOption('pt');
  await page.locator('html[lang="pt-BR"]').waitFor();
  await page.locator('.details').click();
  expect(await details.locator('dd').allInnerTexts()).toContain('Consentimento');
  await details.locator('.main').click();
  expect(await page.locator('h1').innerText()).toBe('Olá');
  expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
  await page.locator('header select').selectOption('ar');
  await page.locator('html[dir=rtl][lang=ar]').waitFor();
  // The workflow adds nothing in Arabic: the Arabic text ends with what it adds in English.
  await page.locator('.details').click();
  expect(await details.locator('dd').allInnerTexts()).toContain('English consent');
  await details.locator('.main').click();
  expect(await page.locator('.legal[lang=ar][dir=rtl]').innerText()).toContain('«أوافق»');
  expect(await page.locator('.points').innerText()).toContain('بعد يومين');
  const sent = page.waitForRequest((request) => request.url().endsWith('/consent'));
  await press(page, 'main');
  expect(JSON.parse((await sent).postData()!)).toMatchObject({
    version: expect.stringMatching(/^7\.[0-9a-f]{12}$/),
    accepted: true,
    locale: 'ar',
    pressed: 'أوافق',
  });
  await context.close();
});
