import type { Environment } from '@standpoint/contract';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { later } from '../../../../../testing/later.ts';
import type { FaceTemplateKind } from '../../../src/database/tables/face.ts';
import type { Deps } from '../../../src/deps.ts';
import type { Fused } from '../../../src/face/decision/match.ts';
import type { GalleryName } from '../../../src/face/templates/dedupe/gallery-records.ts';
import { gatherDuplicates } from '../../../src/face/templates/dedupe/gather.ts';
import { saveTemplate } from '../../../src/face/templates/records.ts';
import { sealTemplate } from '../../../src/face/templates/sealed.ts';
import { rotated, transformFor } from '../../../src/face/templates/transform.ts';
import { packOf } from '../../../src/face/vision/packs/manifest.ts';
import { locatePack } from '../../../src/face/vision/packs/packs.ts';
import type { Pack } from '../../../src/face/vision/vision.ts';
import { newId } from '../../../src/ids.ts';
import { makeCustomer } from '../../../src/privacy/customers.ts';
import { testOrganization, testService } from '../../hooks.ts';
import type { TestService } from '../../service.ts';
import { MovableClock } from '../face.ts';
import { chance, faceLike, randomFace } from '../random-faces.ts';

export const accurate = packOf(locatePack('accurate', ''));
export const asked = { dedupe: { scope: 'organization' as const } };

export const fused = (embedding: Float32Array): Fused => ({ embedding, frames: 5, quality: 0.8 });

interface Where {
  org?: string;
  env?: Environment;
  kind?: FaceTemplateKind;
  pack?: Pack;
  days?: number;
}

/** Two nodes of a service, and an organization for each test in which faces are enrolled and searched for. */
export function galleryStage() {
  const clock = new MovableClock();
  const draw = chance(4);
  const someone = () => fused(randomFace(draw, 512));
  const again = ({ embedding }: Fused) => fused(faceLike(draw, embedding, 0.4));

  const service = testService({ replace: clock.replacement });
  const organization = testOrganization(service, beforeEach);
  let node: TestService | undefined;
  beforeAll(async () => {
    // A second node on the same database.
    node = await service.node(clock.replacement);
  });
  afterAll(() => node?.close());
  const other = later('node', () => node);

  /** Customers by their hashes. */
  const named = new Map<string, string>();
  function whoOf(customer_id: string, org = organization.org, env: Environment = 'production') {
    const customer_hash = service.hash(org, customer_id, env);
    named.set(customer_hash, customer_id);
    return { org, env, customer_hash };
  }

  /** Enrols a face as an approved session does. */
  async function enrol(customer_id: string, face: Fused, where: Where = {}): Promise<void> {
    const { env = 'production', kind = 'enrolled', pack = accurate, days = 365 } = where;
    const { deps } = service;
    const who = whoOf(customer_id, where.org, env);
    const now = new Date(clock.now());
    await deps.database.db.transaction().execute(async (trx) => {
      const transform = await transformFor(deps, who, pack, trx);
      const row = {
        ...who,
        kind,
        pack: pack.id,
        pack_version: pack.version,
        template_id: newId('template'),
        transform_id: transform.transform_id,
        frames: face.frames,
        quality: face.quality,
        sessions: [],
        created_at: now,
        updated_at: now,
        delete_after: new Date(now.getTime() + days * 86_400_000),
      };
      const { org } = who;
      const { key } = await makeCustomer(trx, deps, { org, env, customer_id, since: now });
      await saveTemplate(trx, sealTemplate(key, row, rotated(transform, face).embedding));
    });
  }

  async function search(face: Fused, where: Where & { deps?: Deps; customer_id?: string } = {}) {
    const { deps = service.deps, customer_id = 'the-one-who-asks', env = 'production' } = where;
    const who = whoOf(customer_id, where.org, env);
    // On a busy machine a gallery may take longer than a search waits.
    for (let tries = 0; ; tries++) {
      const facts = await gatherDuplicates(deps, who, asked, where.pack ?? accurate, face);
      if (facts.skipped !== 'gallery_not_ready' || tries === 20) return facts;
    }
  }
  async function found(...args: Parameters<typeof search>): Promise<string[]> {
    const facts = await search(...args);
    if (facts.skipped !== undefined) throw new Error(facts.skipped);
    return facts.hits.map(({ customer_hash }) => named.get(customer_hash)!);
  }

  async function nameOf(deps: Deps, org: string): Promise<GalleryName> {
    const who = { org, env: 'production' as const };
    const { transform_id } = await transformFor(deps, who, accurate);
    return { ...who, pack: accurate.id, pack_version: accurate.version, transform_id };
  }
  const inMemory = (deps: Deps) =>
    deps.galleries.held.find(({ name }) => name.org === organization.org)?.count;

  const people = { draw, someone, again, named, whoOf };
  return { clock, service, other, organization, ...people, enrol, search, found, nameOf, inMemory };
}
