import { check, fail, pass, skipped } from './check.ts';

export const installId = check({
  question: 'Is the install id one of ours?',
  group: 'history',
  // An integrator may bring its own ids: this is a signal, not a fault.
  codes: { install_id_invalid: { fail: 'ignore', outcomes: ['fail'] } },
  run({ install: { id, valid } }) {
    const code = 'install_id_invalid';
    if (id === null || valid === null) return [skipped(code, 'no_install_id')];
    return [valid ? pass(code, 1) : fail(code, 1)];
  },
});
