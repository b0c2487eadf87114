import type { Command } from './command.ts';
import { configPrint } from './config-print.ts';
import { customersErase } from './customers-erase.ts';
import { customersGet } from './customers-get.ts';
import { doctor } from './doctor.ts';
import { jwtDecode } from './jwt-decode.ts';
import { keysCreate } from './keys-create.ts';
import { keysList } from './keys-list.ts';
import { keysRevoke } from './keys-revoke.ts';
import { keysRotate } from './keys-rotate.ts';
import { migrateCommand } from './migrate.ts';
import { orgsCreate } from './orgs-create.ts';
import { orgsLimitsSet } from './orgs-limits-set.ts';
import { orgsList } from './orgs-list.ts';
import { policiesCreate } from './policies-create.ts';
import { policiesList } from './policies-list.ts';
import { policiesPublish } from './policies-publish.ts';
import { policiesTest } from './policies-test.ts';
import { sessionsGet } from './sessions-get.ts';
import { sessionsList } from './sessions-list.ts';
import { signingKeysRotate } from './signing-keys-rotate.ts';
import { start } from './start.ts';
import { verificationsGet } from './verifications-get.ts';
import { verificationsList } from './verifications-list.ts';
import { verifySimulate } from './verify-simulate.ts';
import { workflowsCreate } from './workflows-create.ts';
import { workflowsGet } from './workflows-get.ts';
import { workflowsList } from './workflows-list.ts';
import { workflowsPublish } from './workflows-publish.ts';

/** Every command, in the order of help: running it, setting it up, looking into it. */
export const COMMANDS: readonly Command[] = [
  start,
  migrateCommand,
  doctor,
  configPrint,
  orgsCreate,
  orgsList,
  orgsLimitsSet,
  keysCreate,
  keysList,
  keysRotate,
  keysRevoke,
  workflowsCreate,
  workflowsList,
  workflowsGet,
  workflowsPublish,
  policiesCreate,
  policiesList,
  policiesPublish,
  policiesTest,
  verifySimulate,
  verificationsGet,
  verificationsList,
  sessionsGet,
  sessionsList,
  customersGet,
  customersErase,
  jwtDecode,
  signingKeysRotate,
];
