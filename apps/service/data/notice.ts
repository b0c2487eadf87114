import type { ArtefactPart, Manifest } from '../src/geolocation/geodata/artefact.ts';

/** The licence text, which every copy must repeat. */
const ISC = `> Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
> granted, provided that the above copyright notice and this permission notice appear in all copies.
>
> THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
> IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
> INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
> ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
> THIS SOFTWARE.`;

const MIT = `> Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
> documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
> rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
> persons to whom the Software is furnished to do so, subject to the following conditions:
>
> The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
> Software.
>
> THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
> WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
> COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
> OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** The changes that were made to a source on its way to this file. */
function changesOf(file: string): string {
  if (/^own-borders/.test(file)) return 'put on a grid, lines between areas joined, compiled, compressed';
  if (/^(countries|regions-)/.test(file)) return 'compiled, compressed; borders put on a grid and simplified';
  if (file.startsWith('coasts-')) return 'compiled, compressed; rings joined';
  return file.endsWith('.mmdb.br') ? 'compressed' : 'compiled, compressed';
}

const partLines = (part: ArtefactPart): string[] => [
  `### ${part.country}`,
  '',
  part.attribution,
  '',
  `- Source: ${part.source}, commit ${part.commit}, data of ${part.data_date}`,
  `- Licence: ${part.licence}${part.licence_url ? `, ${part.licence_url}` : ''}`,
  `- SHA-256 of its file: ${part.sha256}`,
  '',
];

/** Writes the attribution page that the licences ask for, from the manifest alone. */
export function writeNotice(manifest: Manifest): string {
  const lines = [
    '# Notice: data in this folder',
    '',
    'Made by `build.ts` from `manifest.json`. ' +
      'Pages that show results of the IP databases must link to https://db-ip.com.',
    '',
  ];
  for (const [name, artefact] of Object.entries(manifest.artefacts)) {
    const { file, source, licence, attribution, data_date, parts = [] } = artefact;
    lines.push(`## ${name} (\`${file}\`)`, '', attribution, '');
    lines.push(`- Source: ${source.package} ${source.version}${data_date ? `, data of ${data_date}` : ''}`);
    lines.push(`- Licence: ${licence}`, `- Changes: ${changesOf(file)}`, '');
    lines.push(...parts.flatMap(partLines));
  }
  for (const [name, { package: from, version, licence, attribution }] of Object.entries(manifest.libraries)) {
    lines.push(
      `## ${name} (library)`,
      '',
      attribution,
      '',
      `- Source: ${from} ${version}`,
      `- Licence: ${licence}`,
      '',
    );
  }
  lines.push('## ISC licence', '', 'Of the sources marked ISC above:', '', ISC, '');
  lines.push('## MIT licence', '', 'Of the sources marked MIT above:', '', MIT, '');
  return `${lines.join('\n').trimEnd()}\n`;
}
