/**
 * GCRA in one step, by the server's own clock, so that no two nodes can take the same place in a bucket.
 * Answers how much too early the call came, and how full the bucket is now, in microseconds. A full stamp has
 * 16 digits, of which Lua's own conversion keeps 14.
 */
export const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local interval, depth, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local arrival = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
local early = arrival + math.max(cost, 1) * interval - depth - now
if early <= 0 and cost > 0 then
  arrival = arrival + cost * interval
  redis.call('SET', KEYS[1], string.format('%.0f', arrival), 'PX', math.ceil((arrival - now) / 1000))
end
return { early, arrival - now }
`;

export interface Asked {
  key: string;
  interval_us: number;
  depth_us: number;
  cost: number;
}

/** The client is 480 modules, and most installations share no limits: only those that do load it. */
async function clientOf(url: string, script: string) {
  const { createClient, defineScript } = await import('@redis/client');
  const take = defineScript({
    SCRIPT: script,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser, { key, interval_us, depth_us, cost }: Asked) {
      parser.pushKey(key);
      parser.push(String(interval_us), String(depth_us), String(cost));
    },
    transformReply: (reply: number[]) => reply,
  });
  return createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    maintNotifications: 'disabled',
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
    scripts: { take },
  });
}

/**
 * One connection to Redis or Valkey. It never connects again by itself: its user opens a new one, which
 * also helps where the old connection hangs or a name has moved to another server.
 */
export interface Redis {
  take(asked: Asked): Promise<[early_us: number, ahead_us: number]>;
  /** Calls `lost` once, when the connection ends by itself. */
  onLost(lost: (error: Error) => void): void;
  close(): void;
}

const CONNECT_MS = 1_000;

/** Connects and counts once, so that a server that only answers, or only reads, is found out here. */
export async function openRedis(url: string, answer_ms: number, script: string = SCRIPT): Promise<Redis> {
  const client = await clientOf(url, script);
  let lost = (_error: Error): void => {};
  // Without a listener, an error of the connection would end the process.
  client.on('error', (error: Error) => lost(error));
  client.on('end', () => lost(new Error('the connection was closed')));
  const redis: Redis = {
    take: (asked) => client.take(asked) as Promise<[number, number]>,
    onLost(heard) {
      lost = (error) => {
        lost = () => {};
        heard(error);
      };
    },
    close() {
      lost = () => {};
      if (client.isOpen) client.destroy();
    },
  };
  try {
    await within(CONNECT_MS + answer_ms, client.connect());
    await within(CONNECT_MS, redis.take({ key: 'standpoint:limit:probe', ...PROBE }));
    return redis;
  } catch (error) {
    redis.close();
    throw error;
  }
}
const PROBE = { interval_us: 1, depth_us: 1_000_000, cost: 1 };

/**
 * The result of `work`, or an error when it takes longer. A late timer waits for the sockets once more: on a
 * process that was busy for longer than that, the answer is there and only was not read yet.
 */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`no answer within ${ms} ms`));
    const timer = setTimeout(() => setImmediate(giveUp), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
