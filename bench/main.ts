import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { freePorts } from '../apps/service/testing/ports.ts';
import { closeConnections } from '../proof/calls.ts';
import { newOrganization } from '../proof/organization.ts';
import { openHarness } from '../proof/processes.ts';
import { benchBacktest } from './backtest/backtest.ts';
import type { Bench, Row } from './bench.ts';
import { benchDashboard } from './dashboard/dashboard.ts';
import { benchDashboardPages } from './dashboard/pages.ts';
import { benchDecision, benchVerifyPace } from './decision.ts';
import { benchDedupe } from './dedupe.ts';
import { benchFace } from './face/face.ts';
import { benchFaceShare } from './face/share.ts';
import { benchNumbers } from './numbers.ts';
import { benchCapture } from './page/capture.ts';
import { benchPage } from './page/page.ts';
import { benchHandoffPage } from './page/phone.ts';
import { installPeers } from './peers/install.ts';
import { benchPreflight } from './preflight.ts';
import { PINNED, SERVER_CORE, startLoad } from './processes.ts';
import { benchVerify } from './verify.ts';
import { benchVision } from './vision/vision.ts';

const { values } = parseArgs({
  options: {
    check: { type: 'boolean' },
    short: { type: 'boolean' },
    profile: { type: 'string' },
    only: { type: 'string' },
    images: { type: 'string' },
    verifications: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const HELP = `npm run bench -- [--short] [--check] [--only PART] [--images N] [--verifications N] [--profile FOLDER]

Speed of preflight, verify and the decision beside peers that do only what cannot be left out. See bench/README.md.
--check    exit code 1 when a bar is missed
--short    quick rounds, for trying things out
--only     backtest, capture, dashboard, dashboard-pages, preflight, verify, decision, dedupe, face, face-share,
           page, handoff-page, vision or numbers
--images   how many pictures the models look at to see whether memory is left behind (vision only;
           1,000 unless given; 10,000 are the whole proof and take about 20 min)
--verifications  how many the sandbox gets, with a tenth as many customers (dashboard only; 1,000,000 unless given,
           6,000 with --short)
--profile  the service writes a CPU profile into this folder`;

const SIZE = values.short
  ? { rounds: 3, seconds: 2, amount: 2_048, warm_ups: 3 }
  : { rounds: 7, seconds: 6, amount: 8_192, warm_ups: 2 };
/** Parts that need nothing from `bench/package.json`. */
const ALONE = [
  'backtest',
  'capture',
  'dashboard',
  'dashboard-pages',
  'dedupe',
  'face',
  'face-share',
  'handoff-page',
];
/** Parts that start everything they measure themselves. */
const APART = [...ALONE, 'numbers', 'page', 'vision'];
const rows: Row[] = [];
const wanted = (part: string) => values.only === undefined || values.only === part;

function printTable(): void {
  const width = Math.max(...rows.map(({ what }) => what.length));
  console.log('\nmedian (min–max over rounds)');
  for (const { what, figure, bar, met } of rows)
    console.log(
      `  ${what.padEnd(width)}  ${figure.padEnd(20)}${bar ? `  bar ${bar}: ${met ? 'met' : 'MISSED'}` : ''}`.trimEnd(),
    );
}

async function main(): Promise<number> {
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`);
  console.log(
    PINNED
      ? 'The measured process is on core 0, the load on core 1, PostgreSQL on either.'
      : 'Not pinned: this takes taskset and two cores.',
  );
  const say = (line: string) => console.log(`  ${line}`);
  if (!ALONE.includes(values.only ?? '')) installPeers(say);
  if (wanted('dedupe')) await benchDedupe({ ...SIZE, say, rows: (...more) => rows.push(...more) });
  if (wanted('backtest')) await benchBacktest({ ...SIZE, say, rows: (...more) => rows.push(...more) });
  if (wanted('dashboard')) {
    const verifications = Number(values.verifications ?? (values.short ? 6_000 : 1_000_000));
    const [customers, calls] = [Math.ceil(verifications / 10), values.short ? 12 : 60];
    await benchDashboard({ verifications, customers, calls, say, rows: (...more) => rows.push(...more) });
  }
  if (wanted('dashboard-pages'))
    await benchDashboardPages({ ...SIZE, say, rows: (...more) => rows.push(...more) });
  if (wanted('face')) await benchFace({ ...SIZE, say, rows: (...more) => rows.push(...more) });
  if (wanted('face-share')) await benchFaceShare({ ...SIZE, say, rows: (...more) => rows.push(...more) });
  if (wanted('capture')) await benchCapture({ ...SIZE, say, rows: (...more) => rows.push(...more) });
  if (wanted('page')) await benchPage({ ...SIZE, say, rows: (...more) => rows.push(...more) });
  if (wanted('vision')) {
    const images = Number(values.images ?? (values.short ? 300 : 1_000));
    await benchVision({ ...SIZE, images, say, rows: (...more) => rows.push(...more) });
  }
  if (wanted('numbers')) await benchNumbers((...more) => rows.push(...more));
  if (wanted('handoff-page')) await benchHandoffPage({ ...SIZE, say, rows: (...more) => rows.push(...more) });
  if (!APART.includes(values.only ?? '')) await benchService(say);
  printTable();
  return values.check && rows.some(({ met }) => met === false) ? 1 : 0;
}

/** The parts that need a service, a database and a load process. */
async function benchService(say: Bench['say']): Promise<void> {
  const harness = await openHarness({
    count: 1,
    launcher: SERVER_CORE,
    node: values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [],
    member: true,
  });
  const load = await startLoad();
  try {
    const database = harness.database();
    const organization = await newOrganization(database);
    await database.close();
    const bench: Bench = {
      ...SIZE,
      load,
      service: harness.services[0]!.url,
      harness,
      organization,
      ports: await freePorts(3),
      say,
      rows: (...more) => rows.push(...more),
    };
    if (wanted('preflight')) await benchPreflight(bench);
    if (wanted('verify')) await benchVerify(bench);
    if (wanted('decision')) {
      await benchDecision(bench);
      await benchVerifyPace(bench);
    }
  } finally {
    load.stop();
    closeConnections();
    await harness.close();
  }
}

process.exitCode = await main();
