/**
 * Calls `report` when the page's own Content-Security-Policy blocks this address under this directive (CSP 3 §5.1),
 * until the signal ends. Browsers tell a page no more than the origin of a frame of another origin.
 */
export const onCspBlock = (
  directive: string,
  address: string,
  signal: AbortSignal,
  report: () => void,
): void =>
  document.addEventListener(
    'securitypolicyviolation',
    ({ blockedURI, disposition, effectiveDirective }) => {
      const blocked = [address.split('#')[0], new URL(address).origin].includes(blockedURI);
      if (blocked && disposition === 'enforce' && effectiveDirective === directive) report();
    },
    { signal },
  );
