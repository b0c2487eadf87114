import { closeConnections } from '../proof/calls.ts';

/** Tells the parent that this process waits for work, and ends it with the parent. */
export function awaitParent(): void {
  process.on('disconnect', () => {
    closeConnections();
    process.exit();
  });
  process.send?.('ready');
}
