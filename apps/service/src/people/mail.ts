import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';

/** The person who invites waits for the answer. */
const PATIENCE = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000 };

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/**
 * Sends a mail through STANDPOINT_SMTP_URL. False where no mail server is named, or it did not take the mail: the
 * caller then shows the link to copy.
 */
export async function sendMail(
  { smtp_url, base_url }: Pick<Config, 'smtp_url' | 'base_url'>,
  mail: Mail,
  log: { warn(fields: object, message: string): void },
): Promise<boolean> {
  if (!smtp_url) return false;
  const from = new URL(smtp_url).searchParams.get('from') ?? `standpoint@${new URL(base_url).hostname}`;
  const transport = createTransport({ url: smtp_url, ...PATIENCE }, { from: `Standpoint <${from}>` });
  try {
    await transport.sendMail(mail);
    return true;
  } catch (err) {
    log.warn({ err }, 'The mail server did not take a mail; its link is shown to copy instead.');
    return false;
  } finally {
    transport.close();
  }
}
