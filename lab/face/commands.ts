import { writeSection } from '../document.ts';
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

export async function livenessCommand(values: FaceValues): Promise<boolean> {
  if (!values.clips) throw new Error('lab liveness needs --clips DIR; lab/face/README.md tells the format');
  const { text, good } = await runLiveness({
    clips: values.clips,
    attacks: values.attacks,
    ...optionsOf(values),
  });
  console.log(text);
  return good;
}
