import * as z from 'zod';
import type { Account } from './accounts/object/account.ts';
import type { CreditMessage } from './accounts/object/durable-account.ts';
import type { BulkJob } from './bulk/durable-object.ts';
import { parseSecrets } from './lib/secrets.ts';
import { LOOPBACK_HOSTS } from './lookup/outbound.ts';
import type { MonitorObject } from './monitors/durable-object.ts';
import type { RunMessage } from './monitors/state-machine.ts';
import type { FeedMessage } from './open-data/feeds/feed.ts';
import type { MetricsObject } from './operations/metrics-object.ts';
import { upstreams } from './products/index.ts';
import type { AiBinding } from './vendors/speech/workers-ai.ts';
import type { RateLimiter } from './vendors/upstream/rate-limiter.ts';
import { variablesOf } from './vendors/upstream/vendor-source.ts';
import type { BrowserBinding } from './web-reader/rendered-page.ts';
import type { EmailBinding } from './webhooks/mail-sender.ts';
import type { AttemptMessage } from './webhooks/series.ts';

/** An empty variable counts as unset, because a deployment cannot always remove a name. */
const text = z
  .string()
  .optional()
  .transform((value) => value?.trim() || undefined);
/** Text of a form; a message never repeats the text, which may be a secret. */
const formed = (form: RegExp, message: string) =>
  text.pipe(z.string().regex(form, message).optional());
/** On for `1` or `true`, off for `0`, `false` or unset; any other text is refused. */
const flag = text
  .pipe(
    z
      .stringbool({ truthy: ['1', 'true'], falsy: ['0', 'false'], error: 'must be 1 or 0' })
      .optional(),
  )
  .transform((isOn) => isOn === true);
/** An http or https URL: a bare `host:port` would parse as a URL whose scheme is the host. */
const address = text.pipe(z.url({ protocol: /^https?$/ }).optional());

/** An entry of `FETCH_ALLOW_HOSTS`; a host without a port or with a scheme would never match. */
const HOST_AND_PORT = /^(?:\[[\da-f:.]+\]|[^\s/@:]+):(?:\d{1,5}|\*)$/;

/** Scheme and host of a URL; the rest is dropped. */
const origin = address.transform((url) => url && new URL(url).origin);

/** A URL, or an email address as a mailto: URI (RFC 6068). */
const contact = text
  .transform((value) => (value && /^[^\s@:]+@[^\s@]+$/.test(value) ? `mailto:${value}` : value))
  .pipe(z.url().optional());

const secrets = text.transform((value, context) => {
  try {
    return value === undefined ? undefined : parseSecrets(value);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});

/** Variables and secrets, all optional: if unset, the default applies or the feature is off. */
export const varsSchema = z.object({
  /** Operator token; if unset, /admin does not exist. */
  ADMIN_TOKEN: formed(/^[!-~]+$/, 'has a character that no Authorization header carries'),
  /** `1` creates the demo organization with fixed keys; only for local development. */
  DEMO: flag,
  /** Keys the checksum in API keys; if unset, no key is accepted. `v2:new,v1:old` rotates it. */
  KEY_SECRET: secrets,
  /** Signs links to files and encrypts webhook secrets; same format. */
  LINK_SECRET: secrets,
  /** Signs sessions and forms of the dashboard; if unset, sign-in is off. Same format. */
  AUTH_SECRET: secrets,
  /** OAuth clients for sign-in; a provider is offered only if both of its variables are set. */
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  /** Public origin of the service in links; if unset, the request's origin. */
  PUBLIC_URL: origin,
  /** Contact for site owners, data publishers and security researchers: an email or web address. */
  OPERATOR_CONTACT: contact,
  SERVICE_NAME: text.transform((name) => name ?? 'Lookup API'),
  OPERATOR_ADDRESS: text,
  /** Terms and privacy notice, in Markdown. */
  TERMS_TEXT: text,
  PRIVACY_TEXT: text,
  /** Sender address of mails through the EMAIL binding; if unset, no mail is sent. */
  MAIL_FROM: formed(/@/, 'is not an email address'),
  /** Receivers of the service's alerts, by mail and webhook; if unset, alerts are logged. */
  ALERT_MAIL: formed(/^[^\s@,]+@[^\s@,]+$/, 'is not one email address'),
  ALERT_WEBHOOK_URL: address,
  /** Stripe API key; if unset, only the operator sets plans. `STRIPE_URL` replaces Stripe's API. */
  STRIPE_SECRET_KEY: text,
  STRIPE_URL: origin,
  /** Stripe webhook secret; if unset, no event is accepted. `v2:new,v1:old` rotates it. */
  STRIPE_WEBHOOK_SECRET: secrets,
  /** DNS over HTTPS resolver with a JSON API. */
  DOH_URL: address.transform((url) => url ?? 'https://cloudflare-dns.com/dns-query'),
  /** RDAP bootstrap file (RFC 9224), read at run time instead of the compiled one. */
  RDAP_BOOTSTRAP_URL: address,
  /** `host:port` of a WHOIS server that is asked instead of the registries. */
  WHOIS_HOST: formed(/^[^\s/@]+$/, 'is not host:port'),
  /** Reacher server for mailbox checks, and its secret. */
  REACHER_URL: address,
  REACHER_SECRET: text,
  /** Replaces scheme and host of every address feed; the path stays. */
  FEED_BASE_URL: address,
  /**
   * Complaint data: of the Federal Trade Commission, one CSV file per day (`{date}`); and of the
   * Federal Communications Commission (SODA API).
   */
  FTC_COMPLAINTS_URL: address.transform(
    (url) => url ?? 'https://www.ftc.gov/sites/default/files/DNC_Complaint_Numbers_{date}.csv',
  ),
  FCC_COMPLAINTS_URL: address.transform(
    (url) => url ?? 'https://opendata.fcc.gov/resource/vakf-fz8e.json',
  ),
  /** `1` allows webhook receivers on loopback over plain HTTP. `npm run dev` sets it. */
  WEBHOOK_LOOPBACK: flag,
  /** Comma-separated `host:port` of private hosts that the guarded fetcher accepts. */
  FETCH_ALLOW_HOSTS: text
    .transform((list) =>
      (list ?? '')
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    )
    .refine(
      (hosts) => hosts.every((host) => HOST_AND_PORT.test(host)),
      'has an entry that is not host:port',
    ),
});

export type Vars = z.infer<typeof varsSchema>;

/** @throws Error that names each invalid variable, never its value */
function parseEnvironment<Schema extends z.ZodType>(
  schema: Schema,
  environment: unknown,
): z.output<Schema> {
  const { data, error } = schema.safeParse(environment);
  if (!error) return data;
  const named = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`The environment cannot be used. ${named.join('; ')}`);
}

/** @throws Error that names each invalid variable, never its value */
export const readVars = (environment: unknown): Vars => parseEnvironment(varsSchema, environment);

/** Private hosts that webhooks may be sent to. */
export const webhookHosts = ({ FETCH_ALLOW_HOSTS, WEBHOOK_LOOPBACK }: Vars): readonly string[] =>
  WEBHOOK_LOOPBACK ? [...FETCH_ALLOW_HOSTS, ...LOOPBACK_HOSTS] : FETCH_ALLOW_HOSTS;

/** The variables of all upstreams; upstreams may share a variable. */
const UPSTREAM_VARIABLES: readonly string[] = [...new Set(upstreams.flatMap(variablesOf))];

const OPT_INS: ReadonlySet<string> = new Set(upstreams.flatMap(({ optIn }) => optIn ?? []));

const optIn = flag.transform((isOn) => (isOn ? '1' : undefined));

const upstreamVarSchema = (name: string) =>
  OPT_INS.has(name) ? optIn : name.endsWith('_URL') ? address : text;

const upstreamVarsSchema = z.object(
  Object.fromEntries(UPSTREAM_VARIABLES.map((name) => [name, upstreamVarSchema(name)])),
);

/** The upstream variables that are set, by name. @throws Error that names each invalid one */
export const readUpstreamVars = (env: unknown): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(parseEnvironment(upstreamVarsSchema, env)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

/** Every variable that a deployment or `npm run dev` may set. */
export const VAR_NAMES: readonly string[] = [
  ...Object.keys(varsSchema.shape),
  ...UPSTREAM_VARIABLES,
];

export interface Bindings {
  DB: D1Database;
  RECORDS: D1Database;
  CACHE: KVNamespace;
  DATA: R2Bucket;
  RESULTS: R2Bucket;
  HISTORY: R2Bucket;
  ACCOUNT: DurableObjectNamespace<Account>;
  BULK_JOB: DurableObjectNamespace<BulkJob>;
  RATE_LIMITER: DurableObjectNamespace<RateLimiter>;
  MONITOR: DurableObjectNamespace<MonitorObject>;
  METRICS: DurableObjectNamespace<MetricsObject>;
  MONITOR_QUEUE: Queue<RunMessage>;
  BULK_QUEUE: Queue;
  FEED_QUEUE: Queue<FeedMessage>;
  WEBHOOK_QUEUE: Queue<AttemptMessage>;
  CREDIT_QUEUE: Queue<CreditMessage>;
  BROWSER?: BrowserBinding;
  AI?: AiBinding;
  /** Optional binding to send mail. */
  EMAIL?: EmailBinding;
}
