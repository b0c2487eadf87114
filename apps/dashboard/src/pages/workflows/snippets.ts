interface Snippet {
  title: string;
  where: string;
  text: string;
}

/** Calls with which a backend asks for this check. The key stays on the server. */
export const snippets = (workflow_id: string, base: string): readonly Snippet[] => [
  {
    title: 'curl',
    where: 'in a terminal, with your API key set',
    text: [
      `curl -s ${base}/facecheck/session/portal \\`,
      '  -H "Authorization: Bearer $STANDPOINT_API_KEY" -H \'Content-Type: application/json\' \\',
      `  -d '{"workflow_id": "${workflow_id}", "customer": {"customer_id": "customer-8471"}}'`,
    ].join('\n'),
  },
  {
    title: 'Node.js',
    where: 'in your backend; open `url` in the person’s browser',
    text: [
      "import { env } from 'node:process';",
      '',
      `const answer = await fetch('${base}/facecheck/session/portal', {`,
      "  method: 'POST',",
      '  headers: {',
      '    Authorization: `Bearer ${env.STANDPOINT_API_KEY}`,',
      "    'Content-Type': 'application/json',",
      '  },',
      '  body: JSON.stringify({',
      `    workflow_id: '${workflow_id}',`,
      "    customer: { customer_id: 'customer-8471' },",
      '  }),',
      '});',
      'const { data } = await answer.json();',
      'console.log(data.url);',
    ].join('\n'),
  },
];
