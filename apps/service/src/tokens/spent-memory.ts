const REMEMBERED_MAX = 50_000;

/**
 * jtis that were spent through this node. They save the losers of a race a look-up and a decision. Forgetting
 * one only costs time.
 */
export interface SpentMemory {
  has(jti: string): boolean;
  add(jti: string): void;
}

export function spentMemory(): SpentMemory {
  let recent = new Set<string>();
  let older = new Set<string>();
  return {
    has: (jti) => recent.has(jti) || older.has(jti),
    add(jti) {
      if (recent.size >= REMEMBERED_MAX) {
        older = recent;
        recent = new Set();
      }
      recent.add(jti);
    },
  };
}
