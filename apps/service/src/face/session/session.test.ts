import { describe, expect, it } from 'vitest';
import { clockedService } from '../../../testing/face/clocked.ts';
import { eventsOf, person, publishWorkflow, speaker } from '../../../testing/face/face.ts';

const { clock, service, org } = clockedService();

describe('POST /facecheck/session', () => {
  it('4 creates a session from a portal token', async () => {
    const desktop = await person(service, org);
    const { status, data } = await desktop.open({ client: { surface: 'iframe' }, locale: 'en' });
    expect(status).toBe(200);
    expect(data.created).toBe(true);
    expect(data.session).toMatchObject({
      status: 'created',
      phase: 'none',
      attempts_used: 0,
      attempts_max: 3,
      livemode: true,
    });
    expect(data.handoff).toEqual({ policy: 'offer', channels: ['qr', 'link'] });
    expect(data.consent).toMatchObject({
      version: expect.stringMatching(/^1\.[0-9a-f]{12}$/),
      required: true,
    });
  });

  it('is idempotent per portal token: fifty at once make one session', async () => {
    const desktop = await person(service, org);
    const answers = await Promise.all(Array.from({ length: 50 }, () => desktop.open()));
    expect(answers.filter(({ data }) => data.created)).toHaveLength(1);
    expect(new Set(answers.map(({ data }) => data.session.session_id)).size).toBe(1);
    expect(await eventsOf(service, answers[0]!.data.session.session_id)).toEqual(['created']);
  });

  it('keeps an ended session ended until there is a new portal token', async () => {
    const desktop = await person(service, org);
    await desktop.open();
    expect((await desktop.cancel()).data.session.status).toBe('canceled');
    const again = await desktop.open();
    expect(again.data).toMatchObject({ created: false, session: { status: 'canceled' } });
    expect((await desktop.consent()).code).toBe('session_terminal');
    expect((await desktop.cancel()).code).toBe('session_terminal');
  });

  it('refuses a page that the workflow does not list', async () => {
    const workflow_id = await publishWorkflow(service, org.org, { origins: ['https://shop.example'] });
    const desktop = await person(service, org, { workflow_id });
    expect((await desktop.open({ parent_origin: 'https://evil.example' })).code).toBe('origin_not_allowed');
    expect((await desktop.open({ parent_origin: 'https://shop.example' })).data.created).toBe(true);
  });

  it('lets a page of localhost frame it on the sandbox base address only, and names it to the face app', async () => {
    const workflow_id = await publishWorkflow(service, org.org, { origins: ['https://shop.example'] });
    const open = async (host: 'production' | 'sandbox', parent_origin: string) => {
      const { token } = (await person(service, org, { workflow_id, env: 'sandbox' })).minted.data;
      return service.call({ path: '/facecheck/session', token, host, body: { parent_origin } });
    };
    const local = 'http://localhost:5173';
    expect((await open('sandbox', local)).data.workflow.origins).toEqual(['https://shop.example', local]);
    expect((await open('production', local)).code).toBe('origin_not_allowed');
    expect((await open('sandbox', 'http://localhost.evil.example')).code).toBe('origin_not_allowed');
  });

  it('answers more calls at once than there are connections, also when no workflow is cached', async () => {
    const workflow_id = await publishWorkflow(service, org.org);
    const people = await Promise.all(Array.from({ length: 40 }, () => person(service, org, { workflow_id })));
    const codes = await Promise.all(people.map((desktop) => desktop.shortCode()));
    expect(codes.map(({ status }) => status)).toEqual(Array(40).fill(200));
  });

  it('5.3 refuses everything but a portal token', async () => {
    expect((await speaker(service, org.api.production).open()).code).toBe('token_invalid');
    expect((await service.call({ path: '/facecheck/session', body: {} })).code).toBe('token_missing');
  });
});

describe('consent', () => {
  it('must precede every attempt', async () => {
    const desktop = await person(service, org);
    await desktop.open();
    expect((await desktop.attempt()).code).toBe('consent_required');
    const agreed = await desktop.consent();
    expect(agreed.data.session).toMatchObject({ status: 'in_progress', phase: 'permission' });
    expect((await desktop.attempt()).status).toBe(200);
  });

  it('ends the session when it is refused, and answers the same after a lost reply', async () => {
    const desktop = await person(service, org);
    const { data } = await desktop.open();
    expect((await desktop.consent(false)).data.session).toMatchObject({
      status: 'canceled',
      last_error: { code: 'consent_declined' },
    });
    expect((await desktop.consent(false)).data.session.status).toBe('canceled');
    expect(await eventsOf(service, data.session.session_id)).toEqual(['created', 'canceled']);
  });
});

describe('timers', () => {
  it('expires an idle session after ten minutes, by the database’s clock', async () => {
    const desktop = await person(service, org);
    const { data } = await desktop.open();
    await desktop.consent();
    clock.pass(590);
    expect((await desktop.status()).data.status).toBe('in_progress');
    clock.pass(11);
    expect((await desktop.status()).data).toMatchObject({ status: 'expired', done: true });
    expect(await eventsOf(service, data.session.session_id)).toEqual(['created', 'started', 'expired']);
  });

  it('never lives longer than the portal token', async () => {
    const desktop = await person(service, org);
    clock.pass(1_500);
    await desktop.open();
    const { data } = await desktop.consent();
    expect(data.session.expires_at).toBe(desktop.minted.data.expires_at);
  });

  it('gives an attempt ninety seconds, then another may start', async () => {
    const desktop = await person(service, org);
    await desktop.open();
    await desktop.consent();
    const first = await desktop.attempt();
    expect((await desktop.attempt()).code).toBe('attempt_open');
    clock.pass(91);
    expect((await desktop.submit(first)).code).toBe('attempt_expired');
    expect((await desktop.status()).data.last_error).toEqual({ code: 'attempt_expired', retryable: true });
    const second = await desktop.attempt();
    expect(second.status).toBe(200);
    expect(second.data.nonce).not.toBe(first.data.nonce);
  });
});

describe('the funnel', () => {
  it('moves the phase and nothing else', async () => {
    const desktop = await person(service, org);
    await desktop.open();
    expect((await desktop.event('consent_shown')).data.session).toMatchObject({
      status: 'created',
      phase: 'consent',
    });
    await desktop.consent();
    expect((await desktop.event('permission_granted')).data.session.phase).toBe('permission');
    expect((await desktop.event('uploading')).data.session.phase).toBe('permission');
    await desktop.attempt();
    expect((await desktop.event('uploading')).data.session).toMatchObject({
      phase: 'uploading',
      attempts_used: 0,
    });
  });
});
