import { useCallback, useState } from 'react';

/** The cases that are selected for one decision about all of them. */
export function usePicked() {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const pick = useCallback(
    (id: string, on?: boolean) =>
      setPicked((was) => {
        const next = new Set(was);
        if (on ?? !next.has(id)) next.add(id);
        else next.delete(id);
        return next;
      }),
    [],
  );
  const clear = useCallback(() => setPicked(new Set()), []);
  return { picked, pick, clear };
}
