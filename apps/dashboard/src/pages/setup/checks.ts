export interface Check {
  tone: 'pass' | 'review' | 'fail';
  words: string;
}

export interface Seen {
  base_url: string;
  reached_at: string;
  server_time: string;
  /** Of this page. */
  origin: string;
  /** When the question was sent and answered, by this browser’s clock. */
  sent: number;
  received: number;
}

const secondsWords = (ms: number): string => {
  const s = Math.abs(ms) / 1_000;
  if (s < 10) return `${s.toFixed(1)} s`;
  return s < 120 ? `${Math.round(s)} s` : `${Math.round(s / 60)} min`;
};

/** Codes of authenticator apps live for 30 s, and one beside is accepted. */
const CLOCK_FAR_MS = 30_000;
const CLOCK_NEAR_MS = 5_000;

function ofAddress({ base_url, reached_at, origin }: Seen): Check {
  const base = new URL(base_url);
  if (origin !== base.origin)
    return {
      tone: 'fail',
      words:
        `This page is open at ${origin}, but the service takes ${base.origin} for its own address. ` +
        'Open the link there, or set STANDPOINT_BASE_URL and start again.',
    };
  if (new URL(reached_at).host !== base.host)
    return {
      tone: 'review',
      words:
        `A proxy in between tells the service that it was called as ${new URL(reached_at).host}. ` +
        `Have it pass on the host ${base.host}.`,
    };
  return { tone: 'pass', words: `The address is right: ${base.origin}` };
}

function ofEncryption({ base_url }: Seen): Check {
  const { protocol, hostname } = new URL(base_url);
  if (protocol === 'https:') return { tone: 'pass', words: 'It is reached by https.' };
  if (/^(localhost|127\.0\.0\.1|\[::1\]|.*\.localhost)$/.test(hostname))
    return {
      tone: 'pass',
      words: 'It runs on this machine, where browsers ask for no https.',
    };
  return {
    tone: 'review',
    words: 'It is reached without https: browsers then give pages no position, no camera and no passkeys.',
  };
}

/** The service answered somewhere between the two; half way is the best guess. */
function ofClock({ server_time, sent, received }: Seen): Check {
  const apart = new Date(server_time).getTime() - (sent + received) / 2;
  const unsure = (received - sent) / 2;
  if (Math.abs(apart) <= CLOCK_NEAR_MS + unsure)
    return {
      tone: 'pass',
      words: `Its clock agrees with this browser’s, to ${secondsWords(Math.max(Math.abs(apart), 100))}.`,
    };
  const behind = apart < 0 ? 'behind' : 'ahead of';
  const words = `Its clock is ${secondsWords(apart)} ${behind} this browser’s; one of the two is wrong.`;
  if (Math.abs(apart) <= CLOCK_FAR_MS) return { tone: 'review', words };
  return { tone: 'fail', words: `${words} Codes of authenticator apps fail until it is set right.` };
}

/** What this browser can tell about the installation, each in a sentence. */
export const checksOf = (seen: Seen): Check[] => [ofAddress(seen), ofEncryption(seen), ofClock(seen)];
