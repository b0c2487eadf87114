import { node } from './node.ts';
import { serve } from './serve.ts';

/** `npx node packages/native/conformance/drivers/node-process.ts`: the driver as a process. */
await serve(node);
