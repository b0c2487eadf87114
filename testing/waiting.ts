/**
 * Test files that spend most of their time waiting: for a lapse, for a process, for a server that is gone. When several
 * of them run at the same time, the cores are idle.
 */
export const WAITING = [
  'apps/service/interface/connections.test.ts',
  'apps/service/src/calls/reading.test.ts',
  'apps/service/src/database/embedded/embedded.test.ts',
  'apps/service/src/webhooks/webhooks.test.ts',
  'apps/service/src/lists/running.test.ts',
  'apps/service/src/cli/service/start.test.ts',
  'apps/service/src/tiles/map-tiles.test.ts',
  'apps/service/src/database/connect.test.ts',
  'apps/service/src/reviews/race.test.ts',
  'apps/service/src/face/templates/templates.test.ts',
  'apps/service/src/live/stream.test.ts',
  'apps/service/src/webhooks/replay.test.ts',
  'apps/service/src/desk/race.test.ts',
  'apps/service/src/people/sign-in/provider.test.ts',
  'apps/service/src/retention/holds/holds.test.ts',
  'apps/service/src/database/fence.test.ts',
  'apps/service/interface/node-client.test.ts',
  'apps/service/src/customers/erase.test.ts',
  'apps/service/src/cli/geo/borders.test.ts',
];
