import type { Ask, Driver } from '../driver.ts';
import { linesOf } from '../lines.ts';

/** Speaks the lines of `process-driver.ts` for a driver that is written in TypeScript. */
export async function serve(driver: Driver): Promise<void> {
  for await (const text of linesOf(process.stdin)) {
    const { id, vector, input, ...ask } = JSON.parse(text);
    const told = await (vector ? driver.vector(vector, input) : driver.call(ask as Ask));
    console.log(JSON.stringify({ id, ...(typeof told === 'string' ? { skip: told } : { told }) }));
  }
}
