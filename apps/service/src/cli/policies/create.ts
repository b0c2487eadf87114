import { PolicyDefinition } from '@standpoint/contract';
import { draftVersion, publishVersion } from '../../accounts/publication.ts';
import { readConfig } from '../../config.ts';
import { openCurrentPlaces } from '../../geolocation/geodata/geography.ts';
import { EFFECTS } from '../../geolocation/policies/geojson-shapes.ts';
import { policyProblems } from '../../geolocation/policies/problems.ts';
import { validator } from '../../validate.ts';
import { command, Failure, Misuse, ORG } from '../command.ts';
import { readDefinition } from '../json-file.ts';
import { organization, withDatabase } from '../open.ts';
import { shapesFromGeoJson } from './geojson-file.ts';
import { tellLeftOut } from './left-out.ts';
import { PRESET, type PresetOptions, presetOf } from './preset.ts';

const fits = validator(PolicyDefinition);

/** The definition from the file or the preset, and how to name its source in a sentence. */
function wanted(options: PresetOptions & { file?: string }): {
  definition: PolicyDefinition;
  source: string;
} {
  const preset = presetOf(options);
  if ((preset === null) === (options.file === undefined)) throw new Misuse('Name one of --file or --preset.');
  return preset
    ? { definition: preset, source: `preset ${options.preset}` }
    : { definition: readDefinition(options.file!, PolicyDefinition), source: options.file! };
}

function withShapes(
  definition: PolicyDefinition,
  { shapes: file, effect: given }: { shapes?: string; effect?: string },
): PolicyDefinition {
  if (file === undefined && given === undefined) return definition;
  const effect = EFFECTS.find((each) => each === (given ?? 'allow'));
  if (file === undefined || !effect)
    throw new Misuse('--effect must be allow, deny or exclusion, and needs --shapes.');
  const shapes = [...(definition.rule?.shapes ?? []), ...shapesFromGeoJson(file, effect)];
  return { ...definition, rule: { ...definition.rule, shapes } };
}

export const policiesCreate = command({
  name: 'policies create',
  summary: 'Store a geolocation policy, from a file or a preset, as a draft',
  options: {
    file: { type: 'string', value: 'FILE', meaning: 'JSON; see policy.example.json' },
    ...PRESET,
    name: { type: 'string', value: 'NAME', meaning: 'with a preset: the name of the policy' },
    shapes: {
      type: 'string',
      value: 'FILE',
      meaning: 'GeoJSON whose polygons and circles are added to the rule',
    },
    effect: {
      type: 'string',
      value: 'EFFECT',
      meaning: 'the effect of those shapes: allow (default), deny or exclusion',
    },
    id: { type: 'string', value: 'ID', meaning: 'the next version of this policy instead of a new one' },
    publish: { type: 'boolean', meaning: 'publish it at once' },
    print: { type: 'boolean', meaning: 'print the policy and store nothing; edit it and pass it as --file' },
    ...ORG,
  },
  notes: 'Example: npx standpoint policies create --preset gaming_us_state --allow US-NJ,US-PA --publish',
  run: async ({ options, terminal }) => {
    const { definition: base, source } = wanted(options);
    const definition = withShapes(base, options);
    const checked = options.publish || options.preset !== undefined || options.shapes !== undefined;
    // A preset's options and a file of shapes can hold values that no policy may have.
    const problems =
      fits(definition) ??
      (checked ? policyProblems(openCurrentPlaces(readConfig(terminal.env).data_dir), definition) : []);
    if (problems.length > 0) throw new Failure(`${source} cannot be published:`, undefined, problems);
    tellLeftOut(terminal, definition);
    if (options.print) return definition;
    return withDatabase(terminal, async (database) => {
      const { org } = await organization(database, options.org);
      const version = await database.db.transaction().execute(async (trx) => {
        const made = await draftVersion(trx, 'policy', { org, id: options.id, actor: 'cli' }, definition);
        if (!made || !options.publish) return made;
        return publishVersion(trx, 'policy', { org, id: made.id, version: made.version, actor: 'cli' });
      });
      if (!version)
        throw new Failure(`There is no policy ${options.id}.`, 'See them: npx standpoint policies list');
      return { id: version.id, version: version.version, status: version.status };
    });
  },
  text: (result) => {
    if (!('status' in result)) return JSON.stringify(result, null, 2);
    const { id, version, status } = result;
    const next = [
      '',
      `Try it on a place: npx standpoint policies test --policy ${id} --lat 40.7 --lng -74`,
      `Try it on the last 30 days: npx standpoint policies replay --days 30 --draft ${id}`,
      `Publish it: npx standpoint policies publish ${id}`,
    ].join('\n');
    return `${id} version ${version}: ${status}${status === 'draft' ? next : ''}`;
  },
});
