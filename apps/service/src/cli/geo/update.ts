import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { carryOwn } from '../../../data/packs/store.ts';
import { readConfig } from '../../config.ts';
import { OWN_BORDERS } from '../../geolocation/geodata/artefact.ts';
import { BUNDLED, rollBack } from '../../geolocation/geodata/snapshots.ts';
import { UpdateRefused, type UpdateReport, updateData } from '../../geolocation/geodata/update.ts';
import { command, EXIT, Failure, Misuse } from '../command.ts';
import { columns } from '../print.ts';
import { buildBorders, packFolder } from './borders.ts';
import { type ListsResult, listsText, updateLists } from './lists.ts';
import { compileSources, installSources } from './sources.ts';

type Result =
  | (UpdateReport & { took_s: number })
  | { outcome: 'rolled_back'; snapshot: string; previous: string | null }
  | ({ outcome: 'lists' } & ListsResult);

export const geoUpdate = command({
  name: 'geo update',
  summary: 'Rebuild the geographic data from the newest public packages, check them, and use them',
  options: {
    'dry-run': { type: 'boolean', meaning: 'build and check only' },
    lists: {
      type: 'boolean',
      meaning: 'update the address lists of geo/lists.json instead (Tor exits, relays, clouds, …)',
    },
    accept: { type: 'string', value: 'NAME', meaning: 'with --lists: use a list that was held back' },
    borders: {
      type: 'string',
      value: 'osm|DIR|none',
      meaning:
        'put borders of your own on the data in use: OpenStreetMap’s, a pack of yours, or none (docs/borders.md)',
    },
    rollback: {
      type: 'boolean',
      meaning: 'go back to the data used before; a second time goes forward again',
    },
    from: {
      type: 'string',
      value: 'DIR',
      meaning: 'a folder with the packages in node_modules, for sites without a registry',
    },
  },
  notes: `It takes about two minutes, 400 MB of disk for that time, and about 1 GB of memory. It calls only the npm
registry that npm is configured for. Running services use the new data within half a minute, without a restart.
Exit code 1: refused or failed; the data in use stay as they are.`,
  run: async ({ options, terminal }): Promise<Result> => {
    const config = readConfig(terminal.env);
    const { from, rollback = false, lists, accept, borders, 'dry-run': dry_run = false } = options;
    if (accept !== undefined && !lists) throw new Misuse('--accept goes with --lists.');
    if (lists && (from || dry_run || borders !== undefined || (rollback && accept)))
      throw new Misuse('--lists goes alone, or with --accept or --rollback.');
    if (lists) return { outcome: 'lists', ...(await updateLists(config.data_dir, { accept, rollback })) };
    if (rollback && (from || dry_run || borders !== undefined)) throw new Misuse('--rollback goes alone.');
    if (rollback) return back(config.data_dir);
    const packages = from === undefined ? null : resolve(from);
    if (packages && !existsSync(join(packages, 'node_modules')))
      throw new Misuse(`--from: there is no node_modules in ${packages}.`);
    if (borders !== undefined && borders !== 'osm') {
      if (packages) throw new Misuse('--borders goes with --from only for osm.');
      if (borders !== 'none') packFolder(borders);
    }
    const started = performance.now();
    const say = (line: string) => terminal.stderr.write(`${line}\n`);
    const report = await updateData({
      data_dir: config.data_dir,
      now_ms: Date.now(),
      dry_run,
      say,
      build: async (work, output, { used, current }) => {
        if (borders !== undefined) {
          const asked = { choice: borders, from: packages, env: terminal.env, say };
          return buildBorders({ work, output, used }, asked);
        }
        if (!packages) await installSources(work, terminal.env, say);
        say('Compiling …');
        await compileSources(packages ?? work, output, say);
        carryOwn(current, output);
      },
    }).catch((error) => explain(error, borders));
    return { ...report, took_s: Math.round((performance.now() - started) / 100) / 10 };
  },
  exit: (result) => (result.outcome === 'lists' && !result.ok ? EXIT.refused : EXIT.ok),
  text: (result) => {
    if (result.outcome === 'lists') return listsText(result);
    if (result.outcome === 'rolled_back') return `In use: ${named(result.snapshot)}.`;
    const { outcome, snapshot, artefacts, sentinels, took_s } = result;
    const head = {
      updated: `Updated in ${took_s} s. In use: ${named(snapshot)}. Undo: npx standpoint geo update --rollback`,
      unchanged: `The data in use (${named(snapshot)}) are already the newest. Took ${took_s} s.`,
      proved: `The new data are good (${took_s} s); nothing was changed because of --dry-run.`,
    }[outcome];
    const rows = Object.entries(artefacts).map(([name, { source, data_date, bytes, changed }]) => [
      name,
      `${source.package} ${source.version}`,
      data_date ?? '-',
      `${(bytes / 1e6).toFixed(2)} MB`,
      bytes === 0 ? 'gone' : changed ? 'new' : 'as before',
    ]);
    const own = artefacts[OWN_BORDERS];
    const notice = own && own.bytes > 0 ? [`Show this where you show results: ${own.attribution}`] : [];
    const moved = sentinels.moved.map(
      ({ of, expected, found }) => `  ${of} moved: ${found} instead of ${expected}`,
    );
    return [
      head,
      columns(rows),
      `Known answers: ${sentinels.places} places and ${sentinels.addresses} addresses checked, ` +
        `${sentinels.moved.length} addresses moved.`,
      ...moved,
      ...notice,
    ].join('\n');
  },
});

const named = (snapshot: string) => (snapshot === BUNDLED ? 'the data that come with the service' : snapshot);

function back(data_dir: string): Result {
  const pointer = rollBack(data_dir);
  if (!pointer) throw new Failure('There are no earlier data to go back to.');
  return { outcome: 'rolled_back', snapshot: pointer.current, previous: pointer.previous };
}

function explain(error: unknown, borders: string | undefined): never {
  if (!(error instanceof UpdateRefused)) throw error;
  const reasons = error.reasons.map((reason) => `  - ${reason}`);
  throw new Failure(
    [`${error.message} The data in use stay as they are.`, ...reasons].join('\n'),
    borders === undefined
      ? 'Try again in a few days, or update Standpoint: its list of known answers may be out of date.'
      : 'Look at the lines of the pack there; a known place must keep its code.',
  );
}
