import { LIVENESS, MATCH } from './check.ts';
import type { Field, Section } from './kinds.ts';
import { ADDRESSES, LOOK } from './page.ts';
import { HANDOFF } from './phone.ts';
import { CONSENT, KEEPING, REVIEW } from './promises.ts';

const NAME: Section = {
  name: 'name',
  title: 'Name',
  about: 'For your colleagues; people who are checked do not see it.',
  fields: [
    {
      place: 'name',
      title: 'Name of the workflow',
      line: 'Such as “Sign-up” or “Large withdrawals”.',
      field: { kind: 'text', most: 100 },
    },
  ],
};

export const SECTIONS: readonly Section[] = [
  NAME,
  LIVENESS,
  MATCH,
  HANDOFF,
  CONSENT,
  KEEPING,
  REVIEW,
  ADDRESSES,
  LOOK,
];

export const FIELDS: readonly Field[] = SECTIONS.flatMap(({ fields }) => fields);

/** The field that a problem is about: the one whose place it begins with. */
export const fieldOf = (path: string): Field | undefined =>
  FIELDS.filter(({ place }) => path === place || path.startsWith(`${place}.`)).toSorted(
    (a, b) => b.place.length - a.place.length,
  )[0];

export const sectionOf = (field: Field | undefined): Section | undefined =>
  SECTIONS.find(({ fields }) => field && fields.includes(field));
