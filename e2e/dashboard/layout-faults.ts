import type { Page } from 'playwright-core';

/**
 * What a person with a small window, or with much zoom, cannot see or press: a page that scrolls sideways, words that
 * are cut off without an ellipsis, and actions that lie outside of the page or below something else.
 */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(inPage);

/** Runs in the page, so it has everything it needs inside. */
function inPage(): string[] {
  const found: string[] = [];
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')];
  const scope = dialogs.at(-1) ?? document.body;
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push(`the page scrolls sideways: ${scrollWidth} > ${innerWidth}`);

  const name = (element: Element) => {
    const words = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    return `${element.tagName.toLowerCase()} "${words.slice(0, 50)}"`;
  };
  const seen = (element: HTMLElement) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { width, height } = element.getBoundingClientRect();
    // What is only read aloud is one pixel.
    return width > 1 && height > 1 && !element.closest('.unseen, svg');
  };

  for (const element of scope.querySelectorAll<HTMLElement>('*')) {
    const words = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!words || !seen(element) || element.matches('input, select, textarea, option, pre, code')) continue;
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
    const cut = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const across = element.scrollWidth - element.clientWidth;
    if (cut(overflowX) && textOverflow !== 'ellipsis' && across > 1) found.push(`cut off: ${name(element)}`);
    if (cut(overflowY) && element.scrollHeight - element.clientHeight > 3)
      found.push(`cut off below: ${name(element)}`);
    if (element.matches('button, h1, h2, h3, label') && overflowX === 'visible' && across > 1)
      found.push(`wider than its place: ${name(element)}`);
  }

  const canBeHit = (action: HTMLElement) => {
    action.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = action.getBoundingClientRect();
    const places = [0.5, 0.2, 0.8].flatMap((down) => [0.5, 0.1, 0.9].map((along) => [along, down] as const));
    return places.some(([along, down]) => {
      const hit = document.elementFromPoint(left + width * along, top + height * down);
      const label = hit?.closest('label');
      return action.contains(hit) || label?.control === action || label?.contains(action) === true;
    });
  };
  const actions = 'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"]';
  const at = { x: scrollX, y: scrollY };
  for (const action of scope.querySelectorAll<HTMLElement>(actions)) {
    if (!seen(action) || action.matches(':disabled, [aria-disabled="true"]')) continue;
    if (getComputedStyle(action).pointerEvents === 'none') continue;
    // The way past the navigation comes into view with the focus alone.
    if (canBeHit(action)) continue;
    action.focus();
    if (!canBeHit(action)) found.push(`cannot be pressed: ${name(action)}`);
  }
  for (const each of document.querySelectorAll('*')) if (each.scrollLeft !== 0) each.scrollLeft = 0;
  (document.activeElement as HTMLElement | null)?.blur();
  scrollTo({ left: at.x, top: at.y, behavior: 'instant' });
  return found;
}
