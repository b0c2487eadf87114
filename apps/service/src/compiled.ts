/** The home of the schema compiler: a JSON Schema becomes a function, about 0.1 µs a check. */
export { default as compile, type Validator } from 'typebox/compile';
