import type { ComponentChildren } from 'preact';

/** The one heading of a screen; it receives the focus when the screen appears. */
export const Title = ({ children }: { children: ComponentChildren }) => <h1 tabIndex={-1}>{children}</h1>;

interface ButtonProps {
  onClick: () => void;
  kind?: 'main' | 'second' | 'quiet';
  /** A second button as easy to press as the main one. */
  equal?: boolean;
  busy?: boolean;
  type?: 'button' | 'submit';
  children: ComponentChildren;
}

export const Button = ({
  onClick,
  kind = 'main',
  equal = false,
  busy = false,
  type = 'button',
  children,
}: ButtonProps) => (
  <button
    type={type}
    class={`${kind}${equal ? ' equal' : ''}`}
    aria-disabled={busy ? 'true' : undefined}
    onClick={(event) => {
      if (type === 'submit') return;
      event.preventDefault();
      if (!busy) onClick();
    }}
  >
    {busy && <span class="dots" aria-hidden="true" />}
    {children}
  </button>
);

export const Actions = ({ children }: { children: ComponentChildren }) => (
  <div class="actions">{children}</div>
);

/** Steps that the person takes elsewhere, one for each line. */
export const Steps = ({ text }: { text: string }) => (
  <ol class="steps">
    {text.split('\n').map((line) => (
      <li key={line}>
        <span>{line}</span>
      </li>
    ))}
  </ol>
);
