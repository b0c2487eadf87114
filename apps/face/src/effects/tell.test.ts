import { expect, test } from 'vitest';
import { goto } from '../flow/moves.ts';
import { PROBLEMS, type Problem } from '../flow/problems.ts';
import { begin, type Device } from '../flow/state.ts';
import { messagesOf } from './tell.ts';

const told = (problem: Problem, device: Partial<Device> = {}) => {
  const before = begin('portal', { mobile: false, camera: true, framed: true, ...device });
  return messagesOf(before, goto(before, { name: 'error', problem }).state);
};
const errorOf = (problem: Problem) => told(problem).find(({ type }) => type === 'error');

test('error-copy: every problem reaches the embedding page as an error with its cause, and is never fatal', () => {
  for (const problem of PROBLEMS) expect(errorOf(problem)).toMatchObject({ cause: problem, fatal: false });
});

test('policy-block-code: a policy that blocks the camera is no denied permission, and its header is named', () => {
  expect(errorOf('camera_policy_blocked')).toMatchObject({
    code: 'permission_blocked_by_policy',
    message: expect.stringContaining('Permissions-Policy'),
  });
  expect(told('camera_policy_blocked')).toContainEqual({
    type: 'permission',
    state: 'blocked_by_policy',
    cause: 'camera_policy_blocked',
  });
});

test('tells apart a refused, a dismissed, a blocked, a missing and a busy camera', () => {
  const codes = (
    [
      'camera_permission_denied',
      'camera_permission_dismissed',
      'camera_policy_blocked',
      'camera_not_found',
      'camera_in_use',
    ] as const
  ).map((problem) => errorOf(problem));
  expect(codes).toMatchObject([
    { code: 'permission_denied', action: 'allow_camera' },
    { code: 'permission_dismissed', action: 'allow_camera' },
    { code: 'permission_blocked_by_policy' },
    { code: 'camera_missing' },
    { code: 'camera_in_use' },
  ]);
});

test('asks for a reload after a refusal in a frame on iOS, and nowhere else', () => {
  const asks = (problem: Problem, device: Partial<Device>) =>
    told(problem, device).some(({ type }) => type === 'reload_needed');
  expect(asks('camera_permission_denied', { ios: true })).toBe(true);
  // On iOS a refused permission says `prompt`.
  expect(asks('camera_permission_dismissed', { ios: true })).toBe(true);
  expect(asks('camera_permission_denied', { ios: false })).toBe(false);
  expect(asks('camera_permission_denied', { ios: true, framed: false })).toBe(false);
  expect(asks('camera_in_use', { ios: true })).toBe(false);
});

test('says that the token has ended', () => {
  expect(told('token_expired')).toContainEqual({ type: 'token_needed', reason: 'expired' });
});
