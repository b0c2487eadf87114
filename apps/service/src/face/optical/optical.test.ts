import { describe, expect, it } from 'vitest';
import { tries } from '../../../../../testing/counts.ts';
import { clockedService } from '../../../testing/face/clocked.ts';
import { deviceKey, handedOff, publishWorkflow, redeem, speaker } from '../../../testing/face/face.ts';
import { opticalPair, watch } from '../../../testing/face/optical.ts';
import { SIGHTINGS_MAX } from './score.ts';

const { clock, service, org } = clockedService();

const PATH = '/facecheck/session/handoff/optical';
const pair = () => opticalPair(service, org, clock);
const stateOf = (answer: { data: { session: { handoff: { optical?: string } } } }) =>
  answer.data.session.handoff.optical;

describe('a phone that sees the screen', () => {
  it.each([
    [0, { latency_ms: 120, score: 1 }],
    [500, { latency_ms: 620, score: 0.92 }],
    [1_000, { latency_ms: 1_120, score: 0.587 }],
    [3_000, { latency_ms: 3_120, score: 0 }],
  ])('%i ms late is paired, with its latency and score for the backend alone', async (delay_ms, measured) => {
    const each = await pair();
    expect(await each.proximity()).toEqual({ outcome: 'wanted', score: null, latency_ms: null, seen: 0 });
    const answers = await watch(clock, each, [0, 1, 2], delay_ms + 120);
    expect(answers.map(({ data }) => [data.counted, data.seen, data.needed])).toEqual([
      [true, 1, 3],
      [true, 2, 3],
      [true, 3, 3],
    ]);
    expect(answers.map(stateOf)).toEqual(['wanted', 'wanted', 'paired']);
    expect(await each.proximity()).toEqual({ outcome: 'paired', seen: 3, ...measured });
    for (const { text } of [...answers, await each.desktop.status(), await each.phone.status()])
      expect(text).not.toMatch(/score|latency|proximity/);
    expect((await each.desktop.status()).data.handoff).toMatchObject({
      state: 'confirmed',
      optical: 'paired',
    });
  });

  it('is not paired when there are gaps, until three codes follow one another', async () => {
    const each = await pair();
    const gaps = await watch(clock, each, [0, 1, 3, 4, 6], 100);
    expect(gaps.map(({ data }) => [data.counted, data.seen])).toEqual([
      [true, 1],
      [true, 2],
      [true, 2],
      [true, 2],
      [true, 2],
    ]);
    expect(await each.proximity()).toMatchObject({ outcome: 'wanted', seen: 5 });
    const [, last] = await watch(clock, each, [7, 8], 100);
    expect(stateOf(last!)).toBe('paired');
  });

  it('is timed by the arrival of each code when they come in any order', async () => {
    const each = await pair();
    clock.set(each.at(2) + 100);
    for (const [n, counted] of [
      [2, true],
      [0, true],
      [1, true],
    ] as const)
      expect((await each.phone.saw(each.code_of(n))).data.counted).toBe(counted);
    expect(await each.proximity()).toMatchObject({ outcome: 'paired', latency_ms: 500, score: 1 });
  });

  it('counts one picture once when it is sent many times', async () => {
    const each = await pair();
    const answers = await Promise.all(Array.from({ length: 20 }, () => each.phone.saw(each.code_of(0))));
    expect(answers.filter(({ data }) => data.counted)).toHaveLength(1);
    expect(answers.every(({ status, data }) => status === 200 && data.seen === 1)).toBe(true);
    expect(await each.proximity()).toMatchObject({ outcome: 'wanted', seen: 1 });
  });

  it('is paired once when all codes come at once and the desktop asks meanwhile', async () => {
    for (let round = 0; round < tries(5, 2); round++) {
      const each = await pair();
      clock.set(each.at(2) + 50);
      const sent = [0, 1, 2, 0, 1, 2].map((n) => each.phone.saw(each.code_of(n)));
      const asked = Array.from({ length: 6 }, () => each.desktop.opticalCode());
      const answers = await Promise.all(sent);
      expect(answers.filter(({ data }) => data.counted)).toHaveLength(3);
      for (const { status, code } of await Promise.all(asked))
        expect([200, 404]).toContain(status === 404 && code !== 'handoff_not_found' ? code : status);
      expect(await each.proximity()).toMatchObject({ outcome: 'paired', seen: 3 });
    }
  });

  it('ends the pairing without a result after forty sightings', async () => {
    const each = await pair();
    for (let n = 0; n < SIGHTINGS_MAX; n++) {
      clock.set(each.at(2 * n));
      const answer = await each.phone.saw(each.code_of(2 * n));
      expect([answer.data.counted, answer.data.seen]).toEqual([true, 1]);
      expect(stateOf(answer)).toBe(n === SIGHTINGS_MAX - 1 ? 'skipped' : 'wanted');
    }
    expect((await each.desktop.opticalCode()).code).toBe('handoff_not_found');
    expect(await each.proximity()).toEqual({
      outcome: 'skipped',
      score: null,
      latency_ms: null,
      seen: SIGHTINGS_MAX,
    });
  });
});

describe('a code', () => {
  it('is given to the desktop in its own slot and never ahead', async () => {
    const each = await pair();
    for (const [ms, code, next_ms] of [
      [0, each.code_of(0), 400],
      [399, each.code_of(0), 1],
      [400, each.code_of(1), 400],
    ] as const) {
      clock.set(each.at(0) + ms);
      expect((await each.desktop.opticalCode()).data).toEqual({ code, next_ms });
    }
  });

  it('is not counted when it is of another hand-off, of the future, eleven seconds old or made up', async () => {
    const [each, other] = [await pair(), await pair()];
    clock.set(each.at(30));
    const wrong = {
      other: other.code_of(0),
      future: each.code_of(31),
      'far future': each.code_of(1_000),
      old: each.code_of(30 - 28),
      'made up': '00000000',
      'not a code': 'https://example.com/h#0000',
    };
    for (const [name, code] of Object.entries(wrong)) {
      const answer = await each.phone.saw(code);
      expect([name, answer.status, answer.data.counted, answer.data.seen]).toEqual([name, 200, false, 0]);
    }
    expect(await each.proximity()).toMatchObject({ outcome: 'wanted', seen: 0 });
    expect((await each.phone.saw(each.code_of(5))).data.counted).toBe(true);
  });
});

describe('without pairing', () => {
  it('lets the person go on at once, and counts no code any more, when the pairing is skipped', async () => {
    const each = await pair();
    await watch(clock, each, [0], 100);
    for (let i = 0; i < 2; i++) expect(stateOf(await each.phone.skipOptical())).toBe('skipped');
    expect((await each.desktop.status()).data.handoff.optical).toBe('skipped');
    expect((await each.desktop.opticalCode()).code).toBe('handoff_not_found');
    for (const n of [1, 2]) expect((await each.phone.saw(each.code_of(n))).data.counted).toBe(false);
    expect(await each.proximity()).toEqual({ outcome: 'skipped', score: null, latency_ms: null, seen: 1 });
  });

  it('counts as skipped when the phone captures without saying so', async () => {
    const each = await pair();
    await each.phone.consent();
    expect((await each.phone.attempt()).status).toBe(200);
    expect((await each.desktop.status()).data.handoff.optical).toBe('skipped');
  });

  it('refuses nothing and decides the same when the pairing is skipped', async () => {
    const outcomes = [];
    for (const end of ['skipped', 'paired']) {
      const each = await opticalPair(service, org, clock, {
        env: 'sandbox',
        customer: { customer_id: `test_face_approved-optical-${end}` },
      });
      if (end === 'paired') await watch(clock, each, [0, 1, 2], 5_000);
      else await each.phone.skipOptical();
      await each.phone.consent();
      const { data } = await each.phone.submit(await each.phone.attempt());
      outcomes.push([data.session.status, stateOf({ data }), (await each.proximity()).score]);
    }
    expect(outcomes).toEqual([
      ['completed', 'skipped', null],
      ['completed', 'paired', 0],
    ]);
  });

  it('offers no code and takes no sighting when the workflow asks for no pairing', async () => {
    const { desktop, phone, number, redeemed } = await handedOff(service, org);
    const confirmed = await phone.confirm(number);
    for (const answer of [
      await desktop.opticalCode(),
      await phone.saw('00000000'),
      await phone.skipOptical(),
    ])
      expect([answer.status, answer.code]).toEqual([404, 'handoff_not_found']);
    for (const { text } of [redeemed, confirmed, await desktop.status(), await phone.status()])
      expect(text).not.toContain('optical');
    const path = `/facecheck/session/${confirmed.data.session.session_id}`;
    const { data } = await service.call({ path, token: org.results.production });
    expect(data.handoffs[0].proximity).toBeNull();
  });
});

describe('a caller that is not one of the two devices', () => {
  it('is refused before the confirmation and when its token is of the wrong kind', async () => {
    const workflow_id = await publishWorkflow(service, org.org, { handoff: { optical: true } });
    const { desktop, phone, number } = await handedOff(service, org, { workflow_id });
    expect((await phone.status()).data.handoff.optical).toBeUndefined();
    expect((await desktop.opticalCode()).code).toBe('handoff_not_found');
    for (const answer of [await phone.saw('00000000'), await phone.skipOptical()])
      expect([answer.status, answer.code]).toEqual([403, 'handoff_unconfirmed']);
    await phone.confirm(number);
    expect((await desktop.opticalCode()).status).toBe(200);
    expect((await phone.opticalCode()).code).toBe('token_wrong_purpose');
    for (const answer of [await desktop.saw('00000000'), await desktop.skipOptical()])
      expect([answer.status, answer.code]).toEqual([401, 'token_invalid']);
    expect((await service.call({ path: PATH })).code).toBe('token_missing');
    expect((await service.call({ path: PATH, token: org.api.production })).code).toBe('token_invalid');
  });

  it('is refused when the body holds both a code and a skip, or neither', async () => {
    const { phone } = await pair();
    for (const body of [{}, { code: '00000000', skip: true }, { skip: false }, { code: 7 }, { seen: 3 }]) {
      const answer = await phone.post('/session/handoff/optical', body);
      expect([answer.status, answer.code]).toEqual([400, 'invalid_request']);
    }
    expect((await phone.status()).data.handoff.optical).toBe('wanted');
  });

  it('is refused when the pairing, the hand-off or the session is over', async () => {
    const paired = await pair();
    await watch(clock, paired, [0, 1, 2], 100);
    expect((await paired.desktop.opticalCode()).code).toBe('handoff_not_found');
    // A call that was on its way meanwhile, or that repeats a lost reply, changes nothing.
    for (const answer of [await paired.phone.saw(paired.code_of(2)), await paired.phone.skipOptical()])
      expect([answer.status, answer.data.counted, answer.data.seen, stateOf(answer)]).toEqual([
        200,
        false,
        3,
        'paired',
      ]);
    const canceled = await pair();
    await canceled.desktop.cancelHandoff();
    expect((await canceled.desktop.status()).data.handoff.optical).toBeUndefined();
    expect((await canceled.desktop.opticalCode()).code).toBe('handoff_not_found');
    expect((await canceled.phone.saw(canceled.code_of(0))).code).toBe('not_active_device');
    const ended = await pair();
    await ended.phone.deny();
    expect((await ended.desktop.opticalCode()).code).toBe('handoff_not_found');
    expect((await ended.phone.saw(ended.code_of(0))).code).toBe('session_terminal');
  });

  it('neither reads codes nor reports sightings when it has a copied token and another key', async () => {
    const { desktop } = await pair();
    const [mine, theirs] = [deviceKey(), deviceKey()];
    await desktop.cancelHandoff();
    const path = '/facecheck/session';
    await desktop.open({}, mine.proof(service, 'POST', path, desktop.token));
    const code = await desktop.post(
      '/short-code',
      {},
      mine.proof(service, 'POST', '/facecheck/short-code', desktop.token),
    );
    const redeemed = await redeem(service, code.data.code, mine.codeProof(service, code.data.code));
    const phone = speaker(service, redeemed.data.handoff_token);
    for (const answer of [
      await desktop.opticalCode(),
      await desktop.opticalCode(theirs.proof(service, 'GET', PATH, desktop.token)),
      await phone.saw('00000000'),
      await phone.saw('00000000', theirs.proof(service, 'POST', PATH, phone.token)),
    ])
      expect([answer.status, answer.code]).toEqual([403, 'not_active_device']);
    const read = await desktop.opticalCode(mine.proof(service, 'GET', PATH, desktop.token));
    expect(read.status).toBe(200);
    const proof = mine.proof(service, 'POST', PATH, phone.token);
    expect((await phone.saw(read.data.code, proof)).data.counted).toBe(true);
    expect((await phone.saw(read.data.code, proof)).code).toBe('proof_invalid');
  });
});

describe('the session', () => {
  it('wakes the waiting desktop when pairing is over, not for each sighting, and extends no session', async () => {
    const each = await pair();
    const { version, expires_at } = (await each.desktop.status()).data;
    const heard: (string | null)[] = [];
    const stop = service.deps.notices.on('standpoint_face', (id) => void heard.push(id));
    const started = performance.now();
    const waiting = each.desktop.status(`?wait=20&since=${version}`);
    await expect.poll(() => service.deps.waiters.waiting).toBe(1);
    // Notices keep their order, so those of the pairing's beginning have come before this one.
    await service.database.pool.query(`SELECT pg_notify('standpoint_face', 'so far')`);
    await expect.poll(() => heard).toContain('so far');
    heard.length = 0;
    const [first, second] = await watch(clock, each, [0, 1], 100);
    expect([first!.data.session.version, second!.data.session.version]).toEqual([version, version]);
    await watch(clock, each, [2], 100);
    const news = await waiting;
    // Long before the twenty seconds are over.
    expect(performance.now() - started).toBeLessThan(15_000);
    stop();
    // A notice of an earlier sighting would have come by now.
    expect(heard.filter((id) => id === each.session_id)).toHaveLength(1);
    expect(news.data).toMatchObject({ version: version + 1, expires_at, handoff: { optical: 'paired' } });
  });

  it('tells both devices that pairing is wanted from the redemption on when no number is asked for', async () => {
    const { redeemed, desktop, phone } = await pair();
    expect(redeemed.data.session.handoff).toEqual({ state: 'confirmed', optical: 'wanted' });
    for (const speaks of [desktop, phone])
      expect((await speaks.status()).data.handoff.optical).toBe('wanted');
  });

  it('keeps the outcome and no score when it is redacted', async () => {
    const each = await pair();
    await watch(clock, each, [0, 1, 2], 100);
    const path = `/facecheck/session/${each.session_id}/redact`;
    await service.call({ method: 'POST', path, token: org.results.production });
    expect(await each.proximity()).toEqual({ outcome: 'paired', score: null, latency_ms: null, seen: 0 });
    const { rows } = await service.database.pool.query(
      'SELECT optical_seen FROM face_handoff WHERE session_id = $1',
      [each.session_id],
    );
    expect(rows).toEqual([{ optical_seen: null }]);
  });
});
