import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import { openTestService } from '../../testing/service.ts';

/** A mail server of a few words (RFC 5321), which keeps what it was given. */
async function mailServer(): Promise<{ url: string; mails: string[] }> {
  const mails: string[] = [];
  const server = createServer((socket) => {
    let mail: string | null = null;
    socket.write('220 mail.example ESMTP\r\n');
    socket.on('error', () => {}).setEncoding('utf8');
    socket.on('data', (text: string) => {
      if (mail !== null) {
        mail += text;
        if (!mail.endsWith('\r\n.\r\n')) return;
        mails.push(mail);
        mail = null;
        socket.write('250 kept\r\n');
      } else if (/^DATA/i.test(text)) {
        mail = '';
        socket.write('354 go on\r\n');
      } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n');
      else socket.write('250 fine\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}?from=id@harbour.example`, mails };
}

/** Lines of quoted-printable put together again. */
const plain = (mail: string) => mail.replace(/=\r\n/g, '').replace(/=3D/g, '=');

it('an invitation goes by mail where a mail server is named, and is shown to copy where it fails', async () => {
  const { url, mails } = await mailServer();
  const service = await openTestService({
    plugins: () => PEOPLE_PLUGINS,
    env: { STANDPOINT_SMTP_URL: url },
  });
  onTestFinished(() => service.close());
  const { org } = await service.organization();
  const owner = await signedIn(service, org, 'owner');
  const invite = (email: string) =>
    owner.call({ path: `/dashboard/api/${org}/team/invitations`, body: { email, role: 'analyst' } });
  const sent = await invite('new@people.example');
  expect(sent.data.link).toBeNull();
  expect(mails).toHaveLength(1);
  const mail = plain(mails[0]!);
  expect(mail).toMatch(/^From: .*<id@harbour\.example>/im);
  expect(mail).toMatch(/^To: new@people\.example/im);
  const code = /\/dashboard\/invitation#([0-9A-Z]{32})/.exec(mail)?.[1];
  const look = await owner.call({ path: '/dashboard/api/auth/link', body: { code } });
  expect(look.data).toMatchObject({ email: 'new@people.example', role: 'analyst' });

  service.deps.config.smtp_url = 'smtp://127.0.0.1:9';
  const kept = await invite('other@people.example');
  expect(kept.data.link).toContain('/dashboard/invitation#');
});
