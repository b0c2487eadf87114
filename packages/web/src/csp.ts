/**
 * Notices that the page's own Content-Security-Policy refused an address (CSP 3 §5.1); call the result to
 * stop.
 */
export const onCspBlock = (origin: string, report: () => void): (() => void) => {
  const listener = ({ blockedURI, disposition }: SecurityPolicyViolationEvent) => {
    if (disposition === 'enforce' && blockedURI.startsWith(origin)) report();
  };
  document.addEventListener('securitypolicyviolation', listener);
  return () => document.removeEventListener('securitypolicyviolation', listener);
};
