import type { reviewing } from '@standpoint/contract';
import type { FilterField } from '../../lists/filters.ts';
import { FACE_REASONS } from '../../texts/face.ts';
import { REASON_NAMES } from '../../texts/reason-names.ts';

export const TABS: readonly { value: reviewing.QueueTab; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Mine' },
  { value: 'escalated', label: 'Escalated' },
  { value: 'decided', label: 'Decided' },
];

export const AREAS = [
  { value: 'geolocation', label: 'Location' },
  { value: 'face', label: 'Face' },
] as const;

export const REASONS = Object.entries({ ...REASON_NAMES, ...FACE_REASONS })
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label));

export const FILTERS: readonly FilterField[] = [
  { name: 'area', label: 'Area', options: AREAS },
  { name: 'reason', label: 'Reason', options: REASONS },
  { name: 'overdue', label: 'Overdue', options: [{ value: 'true', label: 'Only' }] },
];

/** All that the queue reads from its address. */
export const ADDRESS: readonly FilterField[] = [
  { name: 'case', label: 'Case' },
  { name: 'tab', label: 'Tab', options: TABS },
  ...FILTERS,
];
