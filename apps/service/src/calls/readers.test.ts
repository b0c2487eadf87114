import { expect, test } from 'vitest';
import { Readers } from './readers.ts';

test('lets five reads of an organization run, and the next one when one of them ends', async () => {
  const readers = new Readers();
  const running = await Promise.all(Array.from({ length: 5 }, () => readers.place('org_1')));
  let sixth = false;
  const waits = readers.place('org_1').then((over) => {
    sixth = true;
    return over;
  });
  // Another organization does not wait for them.
  (await readers.place('org_2'))();
  expect(sixth).toBe(false);
  running[0]!();
  const over = await waits;
  for (const end of [over, ...running.slice(1)]) end();
  (await readers.place('org_1'))();
});

test('refuses a read when five hundred of its organization wait, and forgets none of those', async () => {
  const readers = new Readers();
  const running = await Promise.all(Array.from({ length: 5 }, () => readers.place('org_1')));
  const waiting = Array.from({ length: 500 }, () => readers.place('org_1'));
  await expect(readers.place('org_1')).rejects.toMatchObject({ code: 'unavailable' });
  for (const end of running) end();
  for (const each of waiting) (await each)();
  (await readers.place('org_1'))();
});
