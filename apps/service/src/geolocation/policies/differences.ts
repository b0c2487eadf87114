import type { PolicyDefinition, PolicyRule } from '@standpoint/contract';

type Shape = NonNullable<PolicyRule['shapes']>[number];

export interface Difference {
  kind: 'added' | 'removed' | 'changed';
  what: string;
  detail: string;
}

/** What differs between two definitions, in words. Empty: they decide alike. */
export function differences(before: PolicyDefinition, after: PolicyDefinition): Difference[] {
  return [
    ...settings(before, after),
    ...lists('Decides for', before.transaction_types, after.transaction_types, 'every other type'),
    ...lists('Allowed region', before.rule?.allow, after.rule?.allow),
    ...lists('Denied region', before.rule?.deny, after.rule?.deny),
    ...shapes(before.rule?.shapes ?? [], after.rule?.shapes ?? []),
    ...actions(before.actions ?? {}, after.actions ?? {}),
  ];
}

type Read = (definition: PolicyDefinition) => unknown;

const SETTINGS: readonly (readonly [string, Read, string?])[] = [
  ['Name', ({ name }) => name],
  ['Depth', ({ depth }) => depth],
  ['Assurance that a pass needs', ({ min_assurance }) => min_assurance],
  ['Buffer of the rule', ({ rule }) => rule?.buffer_m, ' m'],
  ['Error of own shapes', ({ rule }) => rule?.boundary_error_m, ' m'],
  ['Coast', ({ rule }) => rule?.coast],
  ['Worst accuracy', ({ max_accuracy_m }) => max_accuracy_m, ' m'],
  ['Oldest position', ({ max_age_s }) => max_age_s, ' s'],
  ['Retry', ({ retry }) => onOff(retry?.on)],
  ['Further tries', ({ retry }) => retry?.hops],
  ['Hand-over to a phone', ({ handoff }) => onOff(handoff?.on)],
  ['Confirmation on the phone', ({ handoff }) => handoff?.confirm],
  ['Life of the phone’s code', ({ handoff }) => handoff?.code_life_s, ' s'],
  ['Trusted places', ({ trusted_places }) => onOff(trusted_places?.on)],
  ['Longest time to the next check', ({ recheck }) => recheck?.max_s, ' s'],
  ['Distance to the border that shortens it', ({ recheck }) => recheck?.border_m, ' m'],
  ['Two reviewers for an approval', ({ review }) => onOff(review?.four_eyes)],
  ['Time for a review', ({ review }) => review?.due_s, ' s'],
  ['Kept for', ({ retention_days }) => retention_days, ' days'],
];

const onOff = (on: boolean | undefined) => (on === undefined ? undefined : on ? 'on' : 'off');

function settings(before: PolicyDefinition, after: PolicyDefinition): Difference[] {
  return SETTINGS.flatMap(([what, read, unit = '']) => {
    const [was, is] = [read(before), read(after)];
    if (was === is) return [];
    const said = (value: unknown) => (value === undefined ? 'the default' : `${String(value)}${unit}`);
    return [{ kind: 'changed' as const, what, detail: `${said(was)} → ${said(is)}` }];
  });
}

function lists(
  what: string,
  was: readonly string[] = [],
  is: readonly string[] = [],
  none = '',
): Difference[] {
  const added = is.filter((each) => !was.includes(each));
  const removed = was.filter((each) => !is.includes(each));
  const emptied = none !== '' && (was.length === 0) !== (is.length === 0);
  return [
    ...added.map((detail) => ({ kind: 'added' as const, what, detail })),
    ...removed.map((detail) => ({ kind: 'removed' as const, what, detail })),
    ...(emptied
      ? [{ kind: is.length === 0 ? ('added' as const) : ('removed' as const), what, detail: none }]
      : []),
  ];
}

function actions(
  was: NonNullable<PolicyDefinition['actions']>,
  is: NonNullable<PolicyDefinition['actions']>,
): Difference[] {
  const codes = [...new Set([...Object.keys(was), ...Object.keys(is)])].toSorted();
  return codes
    .filter((code) => was[code] !== is[code])
    .map((code) => ({
      kind: 'changed' as const,
      what: `Action for ${code}`,
      detail: `${was[code] ?? 'the default'} → ${is[code] ?? 'the default'}`,
    }));
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const geometry = ({ polygon, circle }: Shape) => [polygon, circle];
const sizeOf = ({ polygon, circle }: Shape): string =>
  circle
    ? `circle of ${circle.radius_m} m`
    : `polygon of ${(polygon ?? []).reduce((sum, ring) => sum + ring.length - 1, 0)} points`;
const told = (shape: Shape): string =>
  `${shape.effect}, ${sizeOf(shape)}${shape.buffer_m === undefined ? '' : `, buffer ${shape.buffer_m} m`}`;

/** Shapes are the same one when they share a name, else when nothing else of them differs. */
function shapes(was: readonly Shape[], is: readonly Shape[]): Difference[] {
  const left = [...was];
  const found: Difference[] = [];
  is.forEach((shape, i) => {
    const at = left.findIndex((other) =>
      shape.name || other.name ? shape.name === other.name : same(geometry(shape), geometry(other)),
    );
    const what = `Shape “${shape.name ?? `number ${i + 1}`}”`;
    const [other] = at < 0 ? [] : left.splice(at, 1);
    if (!other) found.push({ kind: 'added', what, detail: told(shape) });
    else if (!same(shape, other)) found.push({ kind: 'changed', what, detail: changeOf(other, shape) });
  });
  return [
    ...found,
    ...left.map((shape) => ({
      kind: 'removed' as const,
      what: `Shape “${shape.name ?? 'without a name'}”`,
      detail: told(shape),
    })),
  ];
}

function changeOf(was: Shape, is: Shape): string {
  const parts = [
    was.effect !== is.effect && `${was.effect} → ${is.effect}`,
    was.buffer_m !== is.buffer_m && `buffer ${was.buffer_m ?? 'default'} → ${is.buffer_m ?? 'default'} m`,
    was.boundary_error_m !== is.boundary_error_m &&
      `error ${was.boundary_error_m ?? 'default'} → ${is.boundary_error_m ?? 'default'} m`,
    !same(geometry(was), geometry(is)) && `drawn anew: ${sizeOf(was)} → ${sizeOf(is)}`,
  ];
  return parts.filter((part) => part !== false).join('; ') || 'drawn in another order';
}
