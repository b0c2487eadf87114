/** Options of every list. */
export const PAGE = {
  from: { type: 'string', value: 'TIME', meaning: 'not older than this, RFC 3339' },
  to: { type: 'string', value: 'TIME', meaning: 'older than this' },
  limit: { type: 'string', value: 'N', meaning: '1 to 100; 20 when not named' },
  cursor: { type: 'string', value: 'TEXT', meaning: 'where the page before ended' },
} as const;
