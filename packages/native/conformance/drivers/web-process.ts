import { serve } from './serve.ts';
import { web } from './web.ts';

/** `npx node packages/native/conformance/drivers/web-process.ts`: the driver as a process. */
await serve(web);
