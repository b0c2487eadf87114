import type { PolicyDefinition } from '@standpoint/contract';
import { expect, it } from 'vitest';
import { testService } from '../../../../testing/hooks.ts';
import { draftVersion, publishVersion } from '../../../accounts/publication.ts';
import { choosePosition } from '../../decision/position.ts';
import { ruleFacts } from '../../facts/place.ts';
import type { Places } from '../places/places.ts';
import { warmRules } from './warm-rules.ts';

const service = testService();

/** The service's own places with an empty memory; they record what they compile. */
function watched() {
  const compiled: unknown[] = [];
  const places: Places = {
    ...service.deps.places,
    compileRule(rule) {
      compiled.push(rule);
      return service.deps.places.compileRule(rule);
    },
    compiling(rule) {
      compiled.push(rule);
      return service.deps.places.compiling(rule);
    },
  };
  return { compiled, deps: { ...service.deps, places } };
}

const policy = (rule: PolicyDefinition['rule']): PolicyDefinition => ({ name: 'p', rule });
const POSITION = choosePosition(
  {
    purpose: 'verify',
    platform: 'web',
    collected_at: '2026-11-21T12:00:00.000Z',
    positions: [{ lat: 40.7357, lng: -74.1724, accuracy_m: 20, measured_at: '2026-11-21T12:00:00.000Z' }],
  } as never,
  Date.UTC(2026, 10, 21, 12),
);

it('compiles the rules of published policies once, so that the first decision need not', async () => {
  const { org } = await service.organization();
  const { db } = service.deps.database;
  const published = await draftVersion(db, 'policy', { org, actor: 'cli' }, policy({ allow: ['US-NJ'] }));
  await publishVersion(db, 'policy', { org, id: published!.id, version: published!.version, actor: 'cli' });
  await draftVersion(db, 'policy', { org, actor: 'cli' }, policy({ allow: ['US-NV'] }));
  await draftVersion(db, 'policy', { org, actor: 'cli' }, policy(undefined));
  const { compiled, deps } = watched();
  await warmRules(deps);
  await warmRules(deps);
  expect(compiled).toEqual([{ allow: ['US-NJ'] }]);
  expect(ruleFacts(deps, policy({ allow: ['US-NJ'] }), POSITION, org)?.inside).toBe(true);
  expect(compiled).toHaveLength(1);
  expect(ruleFacts(deps, policy({ allow: ['US-NV'] }), POSITION)?.inside).toBe(false);
  expect(compiled).toHaveLength(2);
});

it('never fails: without a database the first decision compiles', async () => {
  const said: string[] = [];
  const log = { ...service.deps.log, warn: (_: unknown, text: string) => said.push(text) };
  await warmRules({ ...watched().deps, database: null as never, log: log as never });
  expect(said).toHaveLength(1);
});
