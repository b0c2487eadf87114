/**
 * uPlot makes a number format of the browser's language when it is loaded, and fails where that is no language tag:
 * browsers on servers say "en-US@posix". Call this before it is loaded.
 */
export function mendLanguage(): void {
  try {
    new Intl.NumberFormat(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}
