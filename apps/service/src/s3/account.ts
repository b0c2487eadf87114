/** The variables of S3 clients, by their standard names. */
export const S3_VARIABLES = {
  AWS_ACCESS_KEY_ID: { default: '', meaning: 'id of the access key for s3:// places' },
  AWS_SECRET_ACCESS_KEY: { default: '', meaning: 'secret of that access key' },
  AWS_SESSION_TOKEN: { default: '', meaning: 'token of a temporary access key' },
  AWS_REGION: {
    default: '',
    meaning: 'region of the buckets; AWS_DEFAULT_REGION, else us-east-1, when absent',
  },
  AWS_DEFAULT_REGION: { default: '', meaning: 'the same, where AWS_REGION is absent' },
  AWS_ENDPOINT_URL_S3: { default: '', meaning: 'address of an S3 that is not of AWS' },
  AWS_ENDPOINT_URL: { default: '', meaning: 'the same, where AWS_ENDPOINT_URL_S3 is absent' },
} as const;
type S3Variable = keyof typeof S3_VARIABLES;

/** Whose buckets, and where. */
export interface S3Account {
  access_key_id: string;
  secret_access_key: string;
  session_token: string | null;
  region: string;
  /** Of an S3 that is not of AWS, without a slash at the end. Its buckets are parts of the path. */
  endpoint: string | null;
}

/** A bucket and the beginning of the names in it: empty, or with a slash at its end. */
export interface S3Place {
  bucket: string;
  prefix: string;
}

/** Names that need no escaping in an address, in XML, or in a signature. */
const S3_PLACE =
  /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>[\w.-]+(?:\/[\w.-]+)*)?\/?)?$/;

/** The place in `s3://bucket/prefix`; null for any other text. */
export function readS3Place(text: string): S3Place | null {
  const { bucket, prefix } = S3_PLACE.exec(text)?.groups ?? {};
  if (!bucket || /(^|\/)\.{1,2}(\/|$)/.test(prefix ?? '')) return null;
  return { bucket, prefix: prefix ? `${prefix}/` : '' };
}

/** The account that the variables name. Notes what is missing. */
export function readS3Account(value: (name: S3Variable) => string, mistakes: string[]): S3Account {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const)
    if (!value(name)) mistakes.push(`${name} is required with an s3:// place`);
  const name = value('AWS_ENDPOINT_URL_S3') ? 'AWS_ENDPOINT_URL_S3' : 'AWS_ENDPOINT_URL';
  const endpoint = value(name).replace(/\/+$/, '');
  const url = URL.parse(endpoint);
  if (endpoint && (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username))
    mistakes.push(`${name} must be an http(s) address without query and fragment`);
  const region = value('AWS_REGION') || value('AWS_DEFAULT_REGION') || 'us-east-1';
  if (!/^[a-z0-9-]{1,64}$/.test(region)) mistakes.push(`${region} is not the name of a region (AWS_REGION)`);
  return {
    access_key_id: value('AWS_ACCESS_KEY_ID'),
    secret_access_key: value('AWS_SECRET_ACCESS_KEY'),
    session_token: value('AWS_SESSION_TOKEN') || null,
    region,
    endpoint: endpoint || null,
  };
}
