import { writeFileSync } from 'node:fs';
import { FILES } from './all.ts';

/** `npx node packages/native/testing/make.ts` writes the vectors and the JSON Schemas. */
for (const [path, text] of await FILES()) writeFileSync(new URL(`../${path}`, import.meta.url), text);
