/**
 * Calls `report` when the page's own Content-Security-Policy blocks an address (CSP 3 §5.1). Call the
 * returned function to stop listening.
 */
export const onCspBlock = (origin: string, report: () => void): (() => void) => {
  const listener = ({ blockedURI, disposition }: SecurityPolicyViolationEvent) => {
    if (disposition === 'enforce' && blockedURI.startsWith(origin)) report();
  };
  document.addEventListener('securitypolicyviolation', listener);
  return () => document.removeEventListener('securitypolicyviolation', listener);
};
