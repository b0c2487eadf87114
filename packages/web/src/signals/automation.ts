/** The browser's own word on being driven (W3C WebDriver §4). */
export const automation = () => ({ webdriver: navigator.webdriver === true });
