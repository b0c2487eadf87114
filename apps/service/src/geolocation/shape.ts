import type { TSchema } from '@standpoint/contract';
import { compile } from '../compiled.ts';

/** Null when the value fits, else where it does not. */
export type Shape = (value: unknown) => { path: string; message: string }[] | null;

/** Compiles a schema for what was signed: looked at as it is, nothing taken out of it. */
export function shape(schema: TSchema): Shape {
  const compiled = compile(schema);
  return (value) => {
    if (compiled.Check(value)) return null;
    const errors = compiled.Errors(value) as unknown as {
      instancePath: string;
      message: string;
      keyword: string;
    }[];
    return errors
      .filter(({ keyword }) => keyword !== 'additionalProperties' && keyword !== 'anyOf')
      .slice(0, 10)
      .map(({ instancePath, message, keyword }) => ({
        path: instancePath
          .slice(1)
          .replaceAll('/', '.')
          .replace(/[^\w.-]/g, '?')
          .slice(0, 128),
        message: keyword === 'boolean' ? 'is not a field here' : message,
      }));
  };
}
