import { rejections } from '../position.ts';
import { check, fail, pass, skipped } from './check.ts';
import { permissionFinding } from './permission.ts';

/** Exactly one code fails when there is no usable position: no other check may let such evidence through. */
export const positionAvailable = check({
  question: 'Is there a reading that can be used?',
  group: 'position',
  codes: {
    position_unavailable: { fail: 'retry', outcomes: ['fail'], remedy: 'turn_on_location' },
    position_timeout: { fail: 'retry', outcomes: ['fail'], remedy: 'move_near_window' },
  },
  run(input) {
    const { evidence, position } = input;
    const codes = ['position_unavailable', 'position_timeout'] as const;
    if (position) return codes.map((code) => pass(code, 1, { readings: evidence.positions.length }));
    const refused = permissionFinding(input);
    if (refused) return codes.map((code) => skipped(code, refused));
    const timeout = evidence.position_error === 'position_timeout' && evidence.positions.length === 0;
    const found = timeout ? 'position_timeout' : 'position_unavailable';
    const inputs = { error: evidence.position_error ?? null, rejected: rejections(evidence) };
    return codes.map((code) => (code === found ? fail(code, 1, inputs) : skipped(code, 'another_cause')));
  },
});
