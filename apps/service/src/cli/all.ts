import type { Command } from './command.ts';

/**
 * Every command, in the order of help: running it, setting it up, looking into it. Each is loaded when it is called: a key is
 * made in a fraction of the time that the whole service takes to load.
 */
export const COMMANDS: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./start.ts')).start,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  doctor: async () => (await import('./doctor.ts')).doctor,
  'config print': async () => (await import('./config-print.ts')).configPrint,
  'orgs create': async () => (await import('./orgs-create.ts')).orgsCreate,
  'orgs list': async () => (await import('./orgs-list.ts')).orgsList,
  'orgs limits set': async () => (await import('./orgs-limits-set.ts')).orgsLimitsSet,
  'keys create': async () => (await import('./keys-create.ts')).keysCreate,
  'keys list': async () => (await import('./keys-list.ts')).keysList,
  'keys rotate': async () => (await import('./keys-rotate.ts')).keysRotate,
  'keys revoke': async () => (await import('./keys-revoke.ts')).keysRevoke,
  'workflows create': async () => (await import('./workflows-create.ts')).workflowsCreate,
  'workflows list': async () => (await import('./workflows-list.ts')).workflowsList,
  'workflows get': async () => (await import('./workflows-get.ts')).workflowsGet,
  'workflows publish': async () => (await import('./workflows-publish.ts')).workflowsPublish,
  'policies create': async () => (await import('./policies-create.ts')).policiesCreate,
  'policies list': async () => (await import('./policies-list.ts')).policiesList,
  'policies publish': async () => (await import('./policies-publish.ts')).policiesPublish,
  'policies test': async () => (await import('./policies-test.ts')).policiesTest,
  'verify simulate': async () => (await import('./verify-simulate.ts')).verifySimulate,
  'verifications get': async () => (await import('./verifications-get.ts')).verificationsGet,
  'verifications list': async () => (await import('./verifications-list.ts')).verificationsList,
  'sessions get': async () => (await import('./sessions-get.ts')).sessionsGet,
  'sessions list': async () => (await import('./sessions-list.ts')).sessionsList,
  'customers get': async () => (await import('./customers-get.ts')).customersGet,
  'customers erase': async () => (await import('./customers-erase.ts')).customersErase,
  'jwt decode': async () => (await import('./jwt-decode.ts')).jwtDecode,
  'signing-keys rotate': async () => (await import('./signing-keys-rotate.ts')).signingKeysRotate,
};
