/** What the groups of questions are called. */
export const GROUPS: Record<string, string> = {
  position: 'Position',
  place: 'Place',
  network: 'Network',
  time: 'Time',
  history: 'History',
  integrity: 'Integrity',
  assurance: 'Origin',
  other: 'Other',
};
