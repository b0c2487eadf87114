import { type RefObject, useLayoutEffect, useState } from 'react';

/** The height that a box has, in whole pixels; 0 before the first layout. */
export function useHeight(box: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setHeight(Math.floor(element.clientHeight));
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, [box]);
  return height;
}
