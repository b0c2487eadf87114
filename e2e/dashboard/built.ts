import type { Config } from '../../apps/service/src/config.ts';
import { builtFrontEnd, DASHBOARD } from '../../apps/service/src/frontends.ts';
import { dashboard } from '../../apps/service/src/pages/dashboard.ts';

/** The pages of the dashboard for a service of a story, built if they are not yet. */
export const builtDashboard = async (config: Config) =>
  dashboard(await builtFrontEnd(DASHBOARD, config, { info() {}, warn() {}, error() {} } as never));
