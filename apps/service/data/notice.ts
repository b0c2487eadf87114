import type { Manifest } from '../src/geolocation/artefact.ts';

/** The licence asks to be repeated in all copies. */
const ISC = `> Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
> granted, provided that the above copyright notice and this permission notice appear in all copies.
>
> THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
> IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
> INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
> ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
> THIS SOFTWARE.`;

/** The attribution page that licences ask for, from the manifest alone. */
export function writeNotice(manifest: Manifest): string {
  const lines = [
    '# Notice: data in this folder',
    '',
    'Made by `build.ts` from `manifest.json`. Pages that show results of the IP databases must link to https://db-ip.com.',
    '',
  ];
  for (const [name, { file, source, licence, attribution, data_date }] of Object.entries(
    manifest.artefacts,
  )) {
    lines.push(`## ${name} (\`${file}\`)`, '', attribution, '');
    lines.push(`- Source: ${source.package} ${source.version}${data_date ? `, data of ${data_date}` : ''}`);
    lines.push(
      `- Licence: ${licence}`,
      '- Changes: compiled, compressed; borders put on a grid and simplified',
      '',
    );
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
  return `${lines.join('\n').trimEnd()}\n`;
}
