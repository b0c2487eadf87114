/* Runs before the first paint: a dark page must not flash white, nor one from right to left jump. */
(() => {
  const read = (name) => {
    try {
      return localStorage.getItem(`standpoint.${name}`);
    } catch {
      return null;
    }
  };
  const theme = read('theme');
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  if (read('direction') === 'rtl') document.documentElement.dir = 'rtl';
})();
