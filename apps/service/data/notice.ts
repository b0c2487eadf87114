import type { Manifest } from '../src/geolocation/artefact.ts';

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
  return `${lines.join('\n').trimEnd()}\n`;
}
