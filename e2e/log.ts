import type { BrowserContext } from 'playwright-core';

export interface Log {
  /** Every requested address, with its method: `GET http://…`. */
  readonly requests: string[];
  /** Violations of a Content-Security-Policy. */
  readonly violations: string[];
  /** Errors and warnings of the console, with the address that they are about, and uncaught exceptions. */
  readonly complaints: string[];
  /** Requests that left this machine's loopback. There must be none. */
  thirdParties(): string[];
}

const MARK = 'securitypolicyviolation:';
const REPORT = `document.addEventListener('securitypolicyviolation', (event) => console.error(
  '${MARK}', event.violatedDirective, event.blockedURI, event.sourceFile + ':' + event.lineNumber));`;

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+\.localhost)$/;
const isThirdParty = (address: string): boolean => {
  const url = new URL(address);
  return /^(https?|wss?):$/.test(url.protocol) && !LOOPBACK.test(url.hostname);
};

/** Records what a context does in all its pages, frames and workers. */
export const watch = async (context: BrowserContext): Promise<Log> => {
  const requests: string[] = [];
  const violations: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  context.on('page', (page) => page.on('websocket', (socket) => requests.push(`GET ${socket.url()}`)));
  context.on('console', (message) => {
    const text = message.text();
    if (text.startsWith(MARK)) violations.push(text.slice(MARK.length + 1));
    else if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${text} ${message.location().url}`.trim());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  await context.addInitScript(REPORT);
  return {
    requests,
    violations,
    complaints,
    thirdParties: () => requests.filter((line) => isThirdParty(line.slice(line.indexOf(' ') + 1))),
  };
};
