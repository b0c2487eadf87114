import { PasswordInput } from '@mantine/core';
import { useId } from 'react';
import styles from './new-password.module.css';
import { hintFor } from './password-length.ts';
import '@mantine/core/styles/PasswordInput.layer.css';

interface NewPasswordProps {
  value: string;
  change(password: string): void;
  error?: string;
  label?: string;
}

/** A password that is being chosen, with a hint that grows with its length. */
export function NewPassword({ value, change, error, label = 'Password' }: NewPasswordProps) {
  const hint = hintFor(value);
  const id = useId();
  return (
    <div>
      <PasswordInput
        label={label}
        name="new-password"
        autoComplete="new-password"
        required
        value={value}
        error={error}
        aria-describedby={id}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <p className={styles.hint} id={id} data-enough={hint.enough || undefined}>
        <span className={styles.bars} aria-hidden="true" data-bars={hint.bars}>
          <i />
          <i />
          <i />
        </span>
        {hint.words}
      </p>
    </div>
  );
}
