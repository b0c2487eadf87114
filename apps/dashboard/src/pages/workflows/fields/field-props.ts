import type { Field } from './kinds.ts';

export interface FieldProps {
  field: Field;
  value: unknown;
  change(value: unknown): void;
  disabled: boolean;
  error: string | undefined;
}
