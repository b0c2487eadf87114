import {
  type AnswerOf,
  CAPS,
  type CapKey,
  type LimitKey,
  type LimitOverrides,
  OPERATOR_LIMITS,
  type project,
} from '@standpoint/contract';
import { replaceLimits } from '../accounts/settings.ts';
import { limitFields } from '../calls/limits.ts';
import { type LimitInForce, limitsInForce } from '../calls/limits-in-force.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import { by } from './by.ts';

type ShownLimit = AnswerOf<typeof project.readLimits>['limits'][number];

const isCap = (name: string): name is CapKey => Object.hasOwn(CAPS, name);

function shownLimit({ name, value, from }: LimitInForce): ShownLimit {
  const own = isCap(name) || !OPERATOR_LIMITS.includes(name as LimitKey);
  const same = { name, set_by: from, own };
  if (isCap(name)) return { ...same, kind: 'size', size: value as number, most: CAPS[name].most };
  return typeof value === 'number' ? { ...same, kind: 'rate', rate: 0 } : { ...same, kind: 'rate', ...value };
}

const shown = (own: LimitOverrides, operator: LimitOverrides) => ({
  limits: limitsInForce(own, operator).map(shownLimit),
});

export const readLimitsHandler: Handler<typeof project.readLimits> = async ({ caller }, deps) =>
  shown(caller.settings.limits ?? {}, deps.address_limits);

export const changeLimitsHandler: Handler<typeof project.changeLimits> = async (call, deps) => {
  const fields = limitFields(call.body, 'organization');
  if (fields.length > 0) refuse('invalid_request', 'limits', { fields });
  const limits = call.body as LimitOverrides;
  await replaceLimits(deps.database.db, by(call), call.caller.org, limits);
  return shown(limits, deps.address_limits);
};
