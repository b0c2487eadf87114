import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeSection } from './document.ts';
import { faceCommand, livenessCommand } from './face/commands.ts';
import { lightCommand } from './face/light/light.ts';
import { dimCommand } from './face/passive/dim.ts';
import { peopleCommand } from './face/passive/many.ts';
import { BARS, gymReport, met, runGym } from './gym/main.ts';
import { matchCommand } from './match/main.ts';
import { turnsCommand } from './match/turns.ts';
import { measureNetworks, networksReport } from './networks/main.ts';

const HELP = `npm run lab -- [gym|borders|networks|face|liveness|match|turns|dim|people|light]
                [--quick] [--only NAME] [--write]

  gym      attacks and honest runs against a whole service: recall and false alarms, with bounds (about 9 min)
  borders  decisions beside borders against finer data than they were made from (about 1 min;
             more with: node lab/borders.ts --help)
  networks classes of addresses whose use is known from other sources, as shipped (seconds)
  face     honest people and presentation attacks through a whole service: BPCER and APCER, with bounds
             (about an hour on two cores)
             [--tries N] (150) [--workers N] [--keep FILE]: a run that was stopped goes on from FILE
  liveness the same with anybody's clips: --clips DIR [--attacks DIR] [--tries N];
             lab/face/README.md describes the format.
             --light [--clips DIR, one person each] [--quick]: people, and forgers whose programs tint what they
             show, with a modelled light of the screen
  match    false matches and false non-matches on anybody's faces: --faces DIR, one folder of images for
             each person [--labels FILE: {"person": {"attribute": "value"}}, counted by group]
             [--most N] (10 images of each person) [--pack NAME] [--workers N] [--json] [--remember]: keeps
             what the models saw in the system's temporary folder, for later runs
             [--calibrate --about WORDS]: makes the thresholds of a shipped pack from these images;
             an own pack lies in DATA/packs: --data-dir DATA
  turns    whether a turned head counts as the same person, by yaw: --faces DIR as for match
             [--clips DIR, one person each] [--workers N]
  dim      people in a dim room: [--clips DIR, one person each]
             [--faces DIR as for match, in ordinary light: how many get a false hint]
  people   passive captures of many people, and attacks made from them: [--clips DIR, one person each]
  light    a screen's light on faces, by a model, and programs that imitate it: [--clips DIR, one person each]
gym and borders when none is named. --quick is a small run; --only takes scenarios whose name contains this.
--write puts the tables into docs/accuracy.md. Exit code 1 when a bar is missed.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    light: { type: 'boolean' },
    only: { type: 'string' },
    tries: { type: 'string' },
    keep: { type: 'string' },
    workers: { type: 'string' },
    clips: { type: 'string' },
    attacks: { type: 'string' },
    faces: { type: 'string' },
    labels: { type: 'string' },
    most: { type: 'string' },
    calibrate: { type: 'boolean' },
    about: { type: 'string' },
    remember: { type: 'boolean' },
    pack: { type: 'string' },
    'data-dir': { type: 'string' },
    json: { type: 'boolean' },
    write: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

async function gym(): Promise<boolean> {
  const results = await runGym({ ...values, say: (line) => console.error(line) });
  const report = gymReport(results);
  console.log(report);
  if (values.write) writeSection('gym', report);
  const good = met(results);
  console.log(
    `\nBars: attacks flagged ≥ ${100 * BARS.recall} %, honest runs flagged ≤ ${100 * BARS.false_alarms} %: ` +
      `${good ? 'met' : 'MISSED'}.`,
  );
  return good;
}

function borders(): boolean {
  const options = [...(values.quick ? ['--points', '500'] : []), ...(values.write ? ['--write'] : [])];
  const file = fileURLToPath(new URL('borders.ts', import.meta.url));
  return spawnSync(process.execPath, [file, ...options], { stdio: 'inherit' }).status === 0;
}

function networks(): boolean {
  const report = networksReport(measureNetworks());
  console.log(report);
  if (values.write) writeSection('networks', report);
  return true;
}

const PARTS: Record<string, () => boolean | Promise<boolean>> = {
  gym,
  borders,
  networks,
  face: () => faceCommand(values),
  liveness: () => livenessCommand(values),
  match: () => matchCommand({ ...values, data_dir: values['data-dir'] }),
  turns: () => turnsCommand(values),
  dim: () => dimCommand(values),
  people: () => peopleCommand(values),
  light: () => lightCommand(values),
};

const unknown = positionals.filter((name) => !(name in PARTS));
if (values.help || unknown.length > 0) {
  console.log(HELP);
  process.exitCode = unknown.length > 0 ? 2 : 0;
} else {
  const wanted = positionals.length > 0 ? positionals : ['gym', 'borders'];
  for (const name of wanted) if (!(await PARTS[name]!())) process.exitCode = 1;
}
