import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface FrameProps {
  /** The drawing. It shrinks where there is little room, and then goes, unless the screen is about it. */
  scene?: ComponentChildren;
  keep?: boolean;
  /** From the camera to the result: the scene stands where the camera's oval was. */
  anchor?: boolean;
  kind?: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** A part that scrolls can be scrolled by keyboard; one that does not is no stop on the way to the buttons. */
const stopWhereItScrolls = (part: HTMLElement): void => {
  const scrolls = part.scrollHeight > part.clientHeight + 1 && getComputedStyle(part).overflowY === 'auto';
  if (scrolls) part.tabIndex = 0;
  else part.removeAttribute('tabindex');
};

/** A scene, words, and actions that are always in view. */
export const Frame = ({ scene, keep, anchor, kind = '', actions, children }: FrameProps) => {
  const middle = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const parts = [middle.current!, body.current!];
    const look = () => parts.forEach(stopWhereItScrolls);
    const observer = new ResizeObserver(look);
    for (const part of parts) observer.observe(part);
    look();
    return () => observer.disconnect();
  }, []);
  return (
    <section class={`screen ${anchor ? 'anchor ' : ''}${kind}`}>
      <div class="middle" ref={middle}>
        {scene && <div class={`scene${keep ? ' keep' : ''}`}>{scene}</div>}
        <div class="body" ref={body}>
          {children}
        </div>
      </div>
      {actions}
    </section>
  );
};

/** A heading with its lead, in the middle on a phone and at the start beside a drawing. */
export const Words = ({ children }: { children: ComponentChildren }) => <div class="words">{children}</div>;
