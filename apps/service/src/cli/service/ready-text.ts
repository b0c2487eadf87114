import { relative } from 'node:path';
import { VERSION } from '../../pages/page.ts';
import { columns } from '../print.ts';

/** The facts that a person (or a script, as JSON) needs after the start. */
export interface Ready {
  base_url: string;
  sandbox_base_url: string;
  data_dir: string;
  database: string;
  /** The folder of the cluster when it had to leave the data directory. */
  relocated: string | null;
  dashboard_url: string;
  /** The one-time link that makes the owner; null once there is one. */
  setup_url: string | null;
  demo_url: string | null;
  sandbox_key: string | null;
  workflow_id: string | null;
  /** The demo's. */
  organization: string | null;
  /** What may be wrong with the configuration, in a sentence; null when nothing seems wrong. */
  doubt: string | null;
  /** What the operator may do about old data, with its command at the end; null while they are new. */
  notice: string | null;
  /** Since the process began. */
  ready_ms: number;
}

/** The text at a terminal while the start works. The first one makes the database and builds the pages. */
export const startingText = (first: boolean): string =>
  first
    ? '\n Starting for the first time: ten seconds, or a minute on a busy machine …\n'
    : '\n Starting …\n';

/** The text at a terminal after the start: addresses, sandbox key, and the next command. */
export function readyText(ready: Ready): string {
  const { base_url, sandbox_key, relocated, workflow_id, organization, demo_url, setup_url } = ready;
  const rows: string[][] = [
    ['API', base_url],
    ['Sandbox API', ready.sandbox_base_url],
    ['Documentation', `${base_url}/docs`],
    ...(demo_url ? [['Demo shop', `${demo_url}  (try both checks, on this computer and a phone)`]] : []),
    setup_url
      ? ['Set up', `${setup_url}  (make yourself the owner; works once, within 30 minutes)`]
      : ['Dashboard', ready.dashboard_url],
    [
      'Sandbox key',
      sandbox_key ? `${sandbox_key}  (shown this once)` : 'another one: npx standpoint keys create',
    ],
    ...(workflow_id ? [['Face workflow', workflow_id]] : []),
    ...(organization ? [['Organization', organization]] : []),
    ['Data', `${short(ready.data_dir)}  (${ready.database}${relocated ? ` in ${relocated}` : ''})`],
  ];
  const notes = [ready.notice, ready.doubt && `Note: ${ready.doubt}.`].filter(Boolean);
  return `
 Standpoint ${VERSION} is running. Stop it with Ctrl-C.

${columns(rows, '   ')}

 Try your first verification, in another terminal:

   npx standpoint verify simulate --customer test_pass --lat 40.7 --lng -74

 Forward every event to your own computer: npx standpoint listen --forward-to localhost:3001/webhooks

 For production, create a live key: npx standpoint keys create --env production

${notes.map((note) => ` ${note}\n\n`).join('')} Ready on ${base_url} after ${(ready.ready_ms / 1000).toFixed(1)} s.

`;
}

/** The text when a stop begins. `wait_ms` is for balancers. */
export const stoppingText = (wait_ms: number): string =>
  wait_ms > 0
    ? `\n Stopping. /readyz now says so; load balancers have ${wait_ms / 1000} s to notice. Then requests under way\n` +
      ' are finished, and nothing more is taken. Ctrl-C again stops at once.\n'
    : '\n Stopping: requests under way are finished first. Ctrl-C again stops at once.\n';

/** The last line after Ctrl-C: what happens to the data. `main` ends it. */
export const goodbye = ({ data_dir }: Pick<Ready, 'data_dir'>): string =>
  `\n Goodbye. Your data stays in ${short(data_dir)}; npx standpoint start continues.`;

const short = (folder: string) => {
  const near = relative(process.cwd(), folder);
  return near.startsWith('..') ? folder : `./${near}`;
};
