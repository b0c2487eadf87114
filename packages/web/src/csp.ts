/**
 * Calls `report` with the directive when the page's own Content-Security-Policy blocks an address of this origin
 * (CSP 3 §5.1), until the signal ends.
 */
export const onCspBlock = (origin: string, signal: AbortSignal, report: (directive: string) => void): void =>
  document.addEventListener(
    'securitypolicyviolation',
    ({ blockedURI, disposition, effectiveDirective }) => {
      if (disposition === 'enforce' && blockedURI.startsWith(origin)) report(effectiveDirective);
    },
    { signal },
  );
