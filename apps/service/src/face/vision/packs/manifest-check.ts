import { isPlace } from '../picture/alignment.ts';
import { type Input, type Manifest, ROLES } from './manifest.ts';

const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 0;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isShare = (value: unknown): value is number => isNumber(value) && value >= 0 && value <= 1;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Every mistake in a manifest that an operator wrote, in words that name the place; empty if the manifest can
 * be used.
 */
export function mistakesIn(manifest: unknown, name: string): string[] {
  if (!isRecord(manifest)) return ['pack.json is not an object'];
  const { id, models, match, passive, calibration, liveness } = manifest as Partial<Manifest>;
  return [
    ...(id === name ? [] : [`id must be the folder's name, ${name}`]),
    ...modelMistakes(models),
    ...matchMistakes(match),
    ...(passive === null ? [] : passiveMistakes(passive)),
    ...calibrationMistakes(calibration),
    ...(liveness === null || (isRecord(liveness) && isShare(liveness.threshold) && isText(liveness.report))
      ? []
      : ['liveness must be null or what a report says: threshold, apcer, bpcer, report']),
  ];
}

function modelMistakes(models: unknown): string[] {
  if (!Array.isArray(models)) return ['models must be a list'];
  const roles = models.map((model) => model?.role);
  return [
    ...(roles.includes('matcher') ? [] : ['models: there is no matcher']),
    ...(new Set(roles).size === roles.length ? [] : ['models: a role comes twice']),
    ...models.flatMap((model, i) => {
      const place = `models[${i}]`;
      if (!isRecord(model)) return [`${place} is not an object`];
      return [
        ...((ROLES as readonly unknown[]).includes(model.role)
          ? []
          : [`${place}.role must be one of ${ROLES.join(', ')}`]),
        ...(isText(model.file) && /^(npm:(@[\w.-]+\/)?[\w.-]+\/)?(?!.*\.\.)[\w./-]+$/.test(model.file)
          ? []
          : [`${place}.file must be a path inside the folder, or npm:PACKAGE/PATH`]),
        ...(isText(model.sha256) && /^[0-9a-f]{64}$/.test(model.sha256)
          ? []
          : [`${place}.sha256 must be 64 hexadecimal digits`]),
        ...(isText(model.licence) && isText(model.provenance)
          ? []
          : [`${place} must state licence and provenance`]),
      ];
    }),
  ];
}

function matchMistakes(match: unknown): string[] {
  if (!isRecord(match)) return ['match is missing'];
  const { runtime, alignment, mirrored, dimensions, metric, input } = match;
  const placed = Array.isArray(alignment) ? alignment : [];
  return [
    ...(runtime === 'onnx' || runtime === 'dlib' ? [] : ['match.runtime must be onnx or dlib']),
    ...(typeof mirrored === 'boolean' ? [] : ['match.mirrored must be true or false']),
    ...(isNumber(dimensions) && dimensions >= 2 && dimensions <= 4096
      ? []
      : ['match.dimensions must be a number']),
    ...(metric === 'cosine' ? [] : ['match.metric must be cosine']),
    ...(placed.length >= 2 && placed.every((at) => isPlace(at?.place) && isNumber(at.x) && isNumber(at.y))
      ? []
      : ['match.alignment must be at least two of {place, x, y} with places of the face']),
    ...inputMistakes(input, 'match.input'),
  ];
}

function passiveMistakes(passive: unknown): string[] {
  if (!isRecord(passive)) return ['passive must be null or an object'];
  const { crop, live_class, input } = passive;
  return [
    ...(isNumber(crop) && crop >= 1 && crop <= 10 ? [] : ['passive.crop must be between 1 and 10']),
    ...(Number.isInteger(live_class) && (live_class as number) >= 0
      ? []
      : ['passive.live_class must be an index']),
    ...inputMistakes(input, 'passive.input'),
  ];
}

function inputMistakes(input: unknown, place: string): string[] {
  if (!isRecord(input)) return [`${place} is missing`];
  const { size, layout, channels, mean, divide } = input as unknown as Input;
  const good =
    Number.isInteger(size) &&
    size >= 16 &&
    size <= 1024 &&
    ['nchw', 'nhwc'].includes(layout) &&
    ['rgb', 'bgr'].includes(channels) &&
    Array.isArray(mean) &&
    mean.length === 3 &&
    mean.every(isNumber) &&
    isNumber(divide) &&
    divide !== 0;
  return good ? [] : [`${place} must have size, layout (nchw, nhwc), channels (rgb, bgr), mean [3], divide`];
}

function calibrationMistakes(calibration: unknown): string[] {
  if (!Array.isArray(calibration)) return ['calibration must be a list; empty: not calibrated'];
  return calibration.flatMap((table, i) => {
    const counts = ['template', 'probe', 'genuine_pairs', 'impostor_pairs'].every(
      (key) => isRecord(table) && Number.isInteger(table[key]) && (table[key] as number) > 0,
    );
    const points: unknown[] = isRecord(table) && Array.isArray(table.points) ? table.points : [];
    const numbers = points.every(
      (point) => isRecord(point) && isShare(point.fmr) && isShare(point.fnmr) && isNumber(point.threshold),
    );
    if (!counts || points.length === 0 || !numbers || !isText((table as Record<string, unknown>).data))
      return [`calibration[${i}] must have template, probe, genuine_pairs, impostor_pairs, points, data`];
    return moreMistakes(table as Record<string, unknown>, `calibration[${i}]`);
  });
}

/** Mistakes in what a calibration may have besides: groups of people, and thresholds beyond its points. */
function moreMistakes({ groups = [], refused = [] }: Record<string, unknown>, place: string): string[] {
  const isPoint = (point: unknown, share: string) =>
    isRecord(point) && isNumber(point.threshold) && isShare(point[share]);
  const isGroup = (group: unknown) =>
    isRecord(group) &&
    isText(group.name) &&
    [group.people, group.impostor_pairs].every((count) => Number.isInteger(count) && (count as number) > 0) &&
    Array.isArray(group.points) &&
    group.points.every((point) => isPoint(point, 'fmr'));
  return [
    ...(Array.isArray(groups) && groups.every(isGroup)
      ? []
      : [`${place}.groups must be a list of {name, people, impostor_pairs, points: [{fmr, threshold}]}`]),
    ...(Array.isArray(refused) && refused.every((point) => isPoint(point, 'fnmr'))
      ? []
      : [`${place}.refused must be a list of {threshold, fnmr}`]),
  ];
}
