import { relative } from 'node:path';
import { VERSION } from '../../pages/page.ts';
import { columns } from '../print.ts';

/** What a person (or a script, as JSON) needs to go on after the start. */
export interface Ready {
  base_url: string;
  sandbox_base_url: string;
  data_dir: string;
  database: string;
  /** Where the cluster lies when it had to leave the data directory. */
  relocated: string | null;
  setup_url: string;
  demo_url: string | null;
  sandbox_key: string | null;
  workflow_id: string | null;
  /** Since the process began. */
  ready_ms: number;
}

export function readyText(ready: Ready): string {
  const { base_url, sandbox_key } = ready;
  const rows: string[][] = [
    ['Set-up', ready.setup_url],
    ['', 'open once, within 30 minutes'],
    ...(ready.demo_url
      ? [
          ['Demo shop', ready.demo_url],
          ['', 'geolocation and face, on this computer and a phone'],
        ]
      : []),
    ['API docs', `${base_url}/docs`],
    ['OpenAPI', `${base_url}/openapi.json`],
    ['Sandbox', ready.sandbox_base_url],
    ['Sandbox key', sandbox_key ?? 'npx standpoint keys create'],
    ...(ready.workflow_id ? [['Workflow', ready.workflow_id]] : []),
    ['Live keys', 'npx standpoint keys create --env production'],
  ];
  return `
 Standpoint ${VERSION}   data in ${short(ready.data_dir)} (${ready.database}${ready.relocated ? ` in ${ready.relocated}` : ''})

${columns(rows, ' ')}

 Try it:

   curl -s ${base_url}/geolocation/preflight \\
     -H 'Authorization: Bearer ${sandbox_key ?? '<API_KEY>'}' -H 'Content-Type: application/json' \\
     -d '{"customer_id":"test_pass","transaction_type":"deposit"}'

 Ready on ${base_url} after ${(ready.ready_ms / 1000).toFixed(1)} s. Stop with Ctrl-C.

`;
}

const short = (folder: string) => {
  const near = relative(process.cwd(), folder);
  return near.startsWith('..') ? folder : `./${near}`;
};
