import { DEVELOPER_WAYS } from './developer.ts';
import { PEOPLE_WAYS } from './people.ts';
import { RECORDS_WAYS } from './records.ts';
import { REVIEWS_WAYS } from './reviews.ts';
import { RULES_WAYS } from './rules.ts';
import { SANDBOX_WAYS } from './sandbox.ts';
import type { Ways } from './world.ts';

/** How each write of the dashboard succeeds. A new one is refused by its test until it stands here. */
export const WAYS: Ways = {
  ...PEOPLE_WAYS,
  ...DEVELOPER_WAYS,
  ...RULES_WAYS,
  ...RECORDS_WAYS,
  ...REVIEWS_WAYS,
  ...SANDBOX_WAYS,
};
