import { generateKeyPairSync, type JsonWebKey, randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { tries } from '../../../../../testing/counts.ts';
import { decisionInput, NOW_MS, TRENTON } from '../../../testing/engines/decision-input.ts';
import { bundledData, bundledNetwork } from '../../../testing/geodata/bundled.ts';
import { mutant, mutantInside } from '../../../testing/mutant.ts';
import { publicSigningKey } from '../../tokens/check-evidence.ts';
import { type KeyRing, thumbprint } from '../../tokens/signing-keys.ts';
import { decide, ENGINE_VERSION } from '../decision/decision.ts';
import type { DecisionInput } from '../decision/facts.ts';
import { factsAgain } from '../facts/again.ts';
import { countryNear } from '../facts/border-reach.ts';
import { networkFacts } from '../facts/network.ts';
import { placeFacts, ruleFacts } from '../facts/place.ts';
import { locationEvidence } from './file.ts';
import { EVIDENCE_FORMAT, type EvidenceRecord, recordText, signRecord } from './record.ts';
import { type EvidenceReport, verifyEvidence } from './verify.ts';

const world = { places: bundledData().places, network: bundledNetwork() };
const ORG = 'org_01JD0000000000000000000000';
const ID = 'ver_01JD0000000000000000000000';

function ring(): KeyRing {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const jwk = publicKey.export({ format: 'jwk' }) as JsonWebKey;
  const kid = thumbprint(jwk);
  const public_jwk = { ...jwk, kid, use: 'sig', alg: 'EdDSA' };
  const set = { active: { kid, private_key: privateKey, public_jwk }, jwks: { keys: [public_jwk] } };
  return { of: () => set, refresh: async () => {} } as unknown as KeyRing;
}
const keys = ring();

/** Facts as the gatherer derives them from the data here. */
function gathered(change: (input: DecisionInput) => void = () => {}): DecisionInput {
  return decisionInput((input) => {
    change(input);
    input.data_versions = { ...world.places.versions, ...world.network.versions };
    const position = {
      ...TRENTON,
      p95_m: 40,
      measured_at: input.evidence.positions[0]!.measured_at,
    } as never;
    input.place = placeFacts(world, position);
    input.rule = ruleFacts(world, input.policy.definition, position);
    input.network = networkFacts(
      world,
      { address: '73.10.20.30', source: 'connection', stamp: null },
      input.now_ms,
    );
  });
}

function exported(
  input: DecisionInput,
  change: (record: EvidenceRecord) => void = () => {},
  by = keys,
): string {
  const record: EvidenceRecord = {
    format: EVIDENCE_FORMAT,
    verification_id: ID,
    org: ORG,
    env: 'production',
    decided_at: new Date(NOW_MS).toISOString(),
    decision_source: 'auto',
    input,
    decision: decide(input),
  };
  change(record);
  const text = recordText(record);
  const context = { org: ORG, env: 'production' as const, iss: 'https://id.example', now: NOW_MS };
  return JSON.stringify(locationEvidence.write(by, text, signRecord(by, context, ID, text)));
}

type Full = Extract<EvidenceReport, { signature: unknown }>;
const verified = async (line: string, ...rest: never[]) =>
  (await verifyEvidence(line, world, ...rest)) as Full;

describe('an exported decision', () => {
  let line: string;
  beforeAll(() => {
    line = exported(gathered());
  });

  it('is computed again byte for byte, with its facts, and its signature holds', async () => {
    const report = await verified(line);
    expect(report).toMatchObject({
      ok: true,
      livemode: true,
      form: { outcome: 'well_formed' },
      signature: { outcome: 'valid', key: 'from_bundle', issuer: 'https://id.example' },
      policy: { version: 3, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      facts: { outcome: 'rederived', rederived: ['position', 'place', 'rule', 'network'], differences: [] },
      decision: { outcome: 'identical', recorded: 'pass', recomputed: 'pass', differences: [] },
    });
  });

  // The long run changes every character; the short run changes some at a fixed stride, from another start
  // each time.
  it('is refused when any character is changed', async () => {
    const passed: string[] = [];
    const stride = tries(1, 37);
    for (let at = randomInt(stride); at < line.length; at += stride) {
      const was = line.charCodeAt(at);
      // The next letter, the other case or another digit: a careful forger would try these.
      const other = String.fromCharCode(was === 0x7e ? 0x20 : was + 1);
      for (const char of new Set([other, at % 5 === 0 ? String.fromCharCode(was ^ 0x20) : other]))
        if ((await verifyEvidence(line.slice(0, at) + char + line.slice(at + 1), world)).ok)
          passed.push(`${at}: ${line.slice(at - 20, at + 20)}`);
    }
    expect(passed).toEqual([]);
  }, 120_000);

  it('is refused when a part is cut off, added or spelled differently', async () => {
    const pretty = JSON.stringify(JSON.parse(line), null, 1);
    const padded = line.replace('"format"', ' "format"');
    const twice = line.replace('"env"', '"env":"production","env"');
    for (const text of [
      line.slice(0, -1),
      `${line} `,
      `\ufeff${line}`,
      pretty,
      padded,
      twice,
      '',
      '{}',
      'null',
      '[]',
    ])
      expect(await verifyEvidence(text, world), text.slice(0, 60)).toMatchObject({
        ok: false,
        form: { outcome: 'altered' },
      });
  });

  it('is believed under a pinned key, and not under another', async () => {
    const own = publicSigningKey(keys.of('production').jwks.keys[0]!)!;
    const other = publicSigningKey(ring().of('production').jwks.keys[0]!)!;
    expect(await verifyEvidence(line, world, [other, own])).toMatchObject({
      ok: true,
      signature: { key: 'pinned' },
    });
    expect(await verifyEvidence(line, world, [other])).toMatchObject({
      ok: false,
      signature: { outcome: 'unknown_key' },
      decision: { outcome: 'identical' },
    });
  });

  it('is valid under the forger’s own key only, when a forger signed it', async () => {
    const forged = exported(gathered(), undefined, ring());
    const own = publicSigningKey(keys.of('production').jwks.keys[0]!)!;
    expect((await verifyEvidence(forged, world)).ok).toBe(true);
    expect((await verifyEvidence(forged, world, [own])).ok).toBe(false);
  });

  it('is not covered by the signature of another record', async () => {
    const other = exported(gathered(), (record) => {
      record.input.chain.hop = 1;
    });
    const swapped = { ...JSON.parse(line), signature: JSON.parse(other).signature };
    expect(await verifyEvidence(JSON.stringify(swapped), world)).toMatchObject({
      ok: false,
      signature: { outcome: 'invalid' },
      decision: { outcome: 'not_recomputed' },
      facts: { outcome: 'not_rederived' },
    });
  });
});

describe('mutation controls', () => {
  const line = exported(gathered());

  it('without the digest, a changed fact passes', async () => {
    const attempt = 'attempt-1';
    const changed = line.replace(attempt, 'attempt-2');
    const blind = await mutantInside<{ verifyEvidence: typeof verifyEvidence }>(
      'geolocation/evidence/verify.ts',
      'evidence/signature.ts',
      ['said.sha256 === recordDigest(file.record) &&', ''],
    );
    expect((await blind.verifyEvidence(changed, world)).ok).toBe(true);
    expect((await verifyEvidence(changed, world)).ok).toBe(false);
  });

  it('without the comparison with the exported text, meaningless bytes pass', async () => {
    const blind = await mutantInside<{ locationEvidence: typeof locationEvidence }>(
      'geolocation/evidence/file.ts',
      'evidence/line.ts',
      ['if (again !== line)', 'if (again === null)'],
    );
    expect(blind.locationEvidence.read(`${line} `)).toHaveProperty('record');
    expect(locationEvidence.read(`${line} `)).toHaveProperty('problem');
  });
});

it('says where a decision differs from the result of its own facts', async () => {
  const line = exported(gathered(), ({ decision }) => {
    decision.decision = 'fail';
    decision.checks[3]!.confidence = 0.123;
  });
  const { ok, signature, decision } = await verified(line);
  expect([ok, signature.outcome, decision.outcome]).toEqual([false, 'valid', 'different']);
  expect(decision.differences).toContainEqual({ path: 'decision', recorded: 'fail', recomputed: 'pass' });
  expect(decision.differences.map(({ path }) => path)).toContain('checks[3].confidence');
});

it('says where facts differ from those that the same data give', async () => {
  const line = exported(gathered(), ({ input }) => {
    input.place!.subdivision = 'US-NY';
  });
  const { ok, facts } = await verified(line);
  expect([ok, facts.outcome]).toEqual([false, 'different']);
  expect(facts.differences).toContainEqual({
    path: 'place.subdivision',
    recorded: 'US-NY',
    recomputed: 'US-NJ',
  });
});

describe('a person in Aachen with an address of the Netherlands, 5 km away', () => {
  const AACHEN = { lat: 50.7753, lng: 6.0839 };
  /** The facts as the gatherer derives them; `near` replaces what it found about the border. */
  const across = (near?: boolean): string =>
    exported(
      gathered((input) => Object.assign(input.evidence.positions[0]!, AACHEN)),
      ({ input }) => {
        const position = input.position!;
        input.place = placeFacts(world, position);
        input.rule = ruleFacts(world, input.policy.definition, position);
        const question = { address: '145.100.1.1', source: 'connection', stamp: null } as const;
        const network = networkFacts(world, question, input.now_ms);
        const country_near = near ?? countryNear(world, position, input.place, network);
        input.network = { ...network, country_near };
      },
    );

  it('is found near the border again', async () => {
    expect((await verified(across())).facts).toMatchObject({ outcome: 'rederived', differences: [] });
  });

  it('is not believed far from the border, or near it, against the data', async () => {
    const differences = [{ path: 'network.country_near', recorded: false, recomputed: true }];
    expect((await verified(across(false))).facts).toMatchObject({ outcome: 'different', differences });
  });

  it('mutation control: taken as it is recorded, a changed fact about the border passes', async () => {
    const { factsAgain: blind } = await mutant<{ factsAgain: typeof factsAgain }>(
      'geolocation/facts/again.ts',
      ['noPlaces ? network.country_near :', 'true ? network.country_near :'],
    );
    const { input } = JSON.parse(JSON.parse(across(false)).record) as EvidenceRecord;
    expect(blind(world, input).differences).toEqual([]);
    expect(factsAgain(world, input).differences).toHaveLength(1);
  });
});

it('derives no facts without their data version, and says so', async () => {
  const line = exported(
    gathered((input) => {
      input.history.evidence_seen = 'no';
    }),
    ({ input }) => {
      for (const name of Object.keys(input.data_versions)) input.data_versions[name] = 'b'.repeat(64);
    },
  );
  const { ok, facts, decision } = await verified(line);
  expect([ok, facts.outcome, decision.outcome]).toEqual([true, 'not_rederived', 'identical']);
  expect(facts.not_rederived.place).toMatch(/another version of/);
});

it('derives no place again by the compiled borders when own borders decided, nor the other way round', async () => {
  const byOwn = exported(gathered(), ({ input }) => {
    input.data_versions.own_borders = 'a'.repeat(64);
  });
  const { facts } = await verified(byOwn);
  const why = 'another version of own_borders is present here';
  expect(facts).toMatchObject({ outcome: 'partly', not_rederived: { place: why, rule: why } });
  const { input } = JSON.parse(JSON.parse(exported(gathered())).record) as EvidenceRecord;
  const own = { ...world.places, versions: { ...world.places.versions, own_borders: 'a'.repeat(64) } };
  expect(factsAgain({ ...world, places: own }, input).not_rederived).toMatchObject({ place: why });
  const { factsAgain: blind } = await mutant<{ factsAgain: typeof factsAgain }>(
    'geolocation/facts/again.ts',
    ['otherData(ownOrNone(world.places.versions), input)', 'otherData(world.places.versions, input)'],
  );
  input.data_versions.own_borders = 'a'.repeat(64);
  expect(blind(world, input).not_rederived).not.toHaveProperty('place');
});

it('says simulated for a sandbox outcome, and still recomputes the facts', async () => {
  const simulated = (record: EvidenceRecord) => {
    record.decision_source = 'simulated';
    record.decision = { ...record.decision, decision: 'fail', reason_codes: ['ip_vpn'], checks: [] };
  };
  expect(await verified(exported(gathered(), simulated))).toMatchObject({
    ok: true,
    decision: { outcome: 'simulated', recorded: 'fail', recomputed: 'pass' },
  });
  const wrong = exported(gathered(), (record) => {
    simulated(record);
    record.decision.assurance = ['consistent', 'handoff'];
  });
  expect(await verified(wrong)).toMatchObject({ ok: false, decision: { outcome: 'different' } });
});

it('says that it has no engine of an unknown version', async () => {
  const line = exported(gathered(), ({ input }) => {
    input.engine_version = '99';
  });
  expect(await verified(line)).toMatchObject({ ok: false, decision: { outcome: 'not_recomputed' } });
});

it('survives facts that no gatherer wrote', async () => {
  for (const input of [
    { policy: { definition: { name: '' } } },
    { engine_version: '0', policy: { definition: { name: '' } } },
  ]) {
    const line = exported(gathered(), (record) => {
      record.input = { engine_version: ENGINE_VERSION, ...input } as never;
    });
    expect((await verifyEvidence(line, world)).ok).toBe(false);
  }
});
