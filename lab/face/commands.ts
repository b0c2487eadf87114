import { writeSection } from '../document.ts';
import { runThrough } from './light/through.ts';
import { throughReport } from './light/through-report.ts';
import { runLiveness } from './liveness.ts';
import { runFaceLab } from './main.ts';
import { recordLiveness } from './record.ts';
import { BARS, met, report } from './report.ts';

/** The options of the command line. */
interface FaceValues {
  only?: string;
  tries?: string;
  keep?: string;
  workers?: string;
  clips?: string;
  attacks?: string;
  light?: boolean;
  quick?: boolean;
  write?: boolean;
}

const optionsOf = ({ only, tries, keep, workers, quick }: FaceValues) => ({
  only,
  keep,
  tries: Number(tries ?? (quick ? 6 : BARS.tries)),
  workers: Number(workers ?? 1),
  say: (line: string) => console.error(line),
});

export async function faceCommand(values: FaceValues): Promise<boolean> {
  const found = await runFaceLab(optionsOf(values));
  const text = report(found);
  console.log(text);
  const good = met(found.results);
  if (values.write && values.only === undefined) {
    writeSection('face-lab', text);
    recordLiveness(found, good);
  }
  console.log(
    `\nBars: honest people approved ≥ ${100 * BARS.approved} %, attacks with a bar accepted never: ` +
      `${good ? 'met' : 'MISSED'}.`,
  );
  return good;
}

/** Answers of each person, so that a rate of 95 % is not judged by three dozen presentations. */
const TAKES = 3;

/** People and forgers with a modelled light, through a whole service. */
async function litCommand(values: FaceValues): Promise<boolean> {
  const { clips, only, keep, quick, write } = values;
  const { tried, jumps } = await runThrough({
    clips,
    only,
    keep,
    tries: values.tries || quick ? Number(values.tries ?? 1) : undefined,
    takes: quick ? 1 : TAKES,
    workers: Number(values.workers ?? 2),
    say: (line) => console.error(line),
  });
  const { text, good } = throughReport(tried, jumps);
  console.log(text);
  if (write && only === undefined) writeSection('light-through', text);
  return good;
}

export async function livenessCommand(values: FaceValues): Promise<boolean> {
  if (values.light) return litCommand(values);
  if (!values.clips) throw new Error('lab liveness needs --clips DIR; lab/face/README.md tells the format');
  const { text, good } = await runLiveness({
    clips: values.clips,
    attacks: values.attacks,
    ...optionsOf(values),
  });
  console.log(text);
  return good;
}
