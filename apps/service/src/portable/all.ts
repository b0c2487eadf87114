import type { ExportKind } from '@standpoint/contract';
import { CUSTOMER, HOLD } from './customer.ts';
import { PRINT, SESSION, TEMPLATE } from './face.ts';
import { FRAME } from './frames.ts';
import { DEVICE_KEY, HANDOFF, VERIFICATION } from './location.ts';
import { NOTE } from './notes.ts';
import type { Section } from './section.ts';
import { EVENT, HOUSEHOLD, PLACE, SIGHTING } from './traces.ts';

export const SECTIONS: Record<ExportKind, Section> = {
  customer: CUSTOMER,
  hold: HOLD,
  verification: VERIFICATION,
  session: SESSION,
  frame: FRAME,
  template: TEMPLATE,
  print: PRINT,
  place: PLACE,
  sighting: SIGHTING,
  household: HOUSEHOLD,
  device_key: DEVICE_KEY,
  handoff: HANDOFF,
  event: EVENT,
  note: NOTE,
};
