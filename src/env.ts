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
import type { Slots } from './vendors/upstream/rate-limiter.ts';
import { variablesOf } from './vendors/upstream/vendor-source.ts';
import type { BrowserBinding } from './web-reader/rendered-page.ts';
import type { EmailBinding } from './webhooks/mail-sender.ts';
import type { AttemptMessage } from './webhooks/series.ts';

/** An empty var is an unset one: a deployment cannot always remove a name. */
const text = z
  .string()
  .optional()
  .transform((value) => value?.trim() || undefined);
/** On for 1 alone. */
const flag = text.transform((value) => value === '1');
const address = text.pipe(z.url().optional());

/** Scheme and host of an address; what follows them is dropped. */
const origin = address.transform((url) => url && new URL(url).origin);

/** An address, or an email address as a mailto: URI (RFC 6068). */
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

/** Vars and secrets, parsed once. All are optional: absent means the default or the feature off. */
export const varsSchema = z.object({
  /** Operator token; unset means /admin does not exist. */
  ADMIN_TOKEN: text,
  /** `1` makes the demo organization with fixed keys; for a laptop. */
  DEMO: text,
  /** Of the keyed checksum in API keys; unset, no key can be checked. `v2:new,v1:old` rotates. */
  KEY_SECRET: secrets,
  /** Signs links to files and seals the secrets of webhooks; the same form. */
  LINK_SECRET: secrets,
  /** Signs sessions and forms of the dashboard; unset, the sign-in is off. The same form. */
  AUTH_SECRET: secrets,
  /** Clients of the sign-in providers; a provider without both is not offered. */
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  /** The service's own address in links; unset, that of the request. */
  PUBLIC_URL: origin,
  /** Whom sites, publishers and finders of flaws write to: an email or web address. */
  OPERATOR_CONTACT: contact,
  SERVICE_NAME: text.transform((name) => name ?? 'Lookup API'),
  OPERATOR_ADDRESS: text,
  /** Terms and privacy notice, Markdown. */
  TERMS_TEXT: text,
  PRIVACY_TEXT: text,
  /** Sender of alerts by mail, through the EMAIL binding; unset, none are sent. */
  MAIL_FROM: text,
  /** Receivers of the service's alerts, by mail and by webhook; unset, alerts are logged. */
  ALERT_MAIL: text,
  ALERT_WEBHOOK_URL: address,
  /** Of Stripe; unset, plans are set by the operator only. `STRIPE_URL` stands in for it. */
  STRIPE_SECRET_KEY: text,
  STRIPE_URL: origin,
  /** Of the webhook endpoint; unset, no event is taken. `v2:new,v1:old` while one is replaced. */
  STRIPE_WEBHOOK_SECRET: secrets,
  /** DNS over HTTPS in its JSON form. */
  DOH_URL: address.transform((url) => url ?? 'https://cloudflare-dns.com/dns-query'),
  /** RDAP bootstrap in IANA's form (RFC 9224), read at run time instead of the compiled one. */
  RDAP_BOOTSTRAP_URL: address,
  /** `host:port` that answers WHOIS instead of the registries. */
  WHOIS_HOST: text,
  /** A Reacher server for mailbox checks, and its secret. */
  REACHER_URL: address,
  REACHER_SECRET: text,
  /** Replaces scheme and host of every address feed, keeping its path. */
  FEED_BASE_URL: address,
  /**
   * Complaints to the Federal Trade Commission, one CSV file a day named by `{date}`; and to the
   * Communications Commission (SODA).
   */
  FTC_COMPLAINTS_URL: address.transform(
    (url) => url ?? 'https://www.ftc.gov/sites/default/files/DNC_Complaint_Numbers_{date}.csv',
  ),
  FCC_COMPLAINTS_URL: address.transform(
    (url) => url ?? 'https://opendata.fcc.gov/resource/vakf-fz8e.json',
  ),
  /** 1: webhooks may have receivers on this machine, over plain HTTP. `npm run dev` sets it. */
  WEBHOOK_LOOPBACK: flag,
  /** Comma-separated `host:port` the guarded fetcher accepts though not public. */
  FETCH_ALLOW_HOSTS: text.transform((list) =>
    (list ?? '')
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
  ),
});

export type Vars = z.infer<typeof varsSchema>;

/** @throws Error naming each variable that cannot be used, and never its value */
export function readVars(environment: unknown): Vars {
  const { data, error } = varsSchema.safeParse(environment);
  if (data) return data;
  const named = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`The environment cannot be used. ${named.join('; ')}`);
}

/** Hosts that webhooks may go to though not public. */
export const webhookHosts = ({ FETCH_ALLOW_HOSTS, WEBHOOK_LOOPBACK }: Vars): readonly string[] =>
  WEBHOOK_LOOPBACK ? [...FETCH_ALLOW_HOSTS, ...LOOPBACK_HOSTS] : FETCH_ALLOW_HOSTS;

/** The variables of all upstreams; several may share one. */
const UPSTREAM_VARIABLES: readonly string[] = [...new Set(upstreams.flatMap(variablesOf))];

const upstreamVarsSchema = z.object(
  Object.fromEntries(
    UPSTREAM_VARIABLES.map((name) => [name, name.endsWith('_URL') ? address : text]),
  ),
);

/** Variables of upstreams that are set, by name. @throws ZodError for an address that is none */
export const readUpstreamVars = (env: unknown): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(upstreamVarsSchema.parse(env)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

/** Every name a deployment or `npm run dev` may set. */
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
  SLOTS: DurableObjectNamespace<Slots>;
  MONITOR: DurableObjectNamespace<MonitorObject>;
  METRICS: DurableObjectNamespace<MetricsObject>;
  MONITOR_QUEUE: Queue<RunMessage>;
  BULK_QUEUE: Queue;
  FEED_QUEUE: Queue<FeedMessage>;
  WEBHOOK_QUEUE: Queue<AttemptMessage>;
  CREDIT_QUEUE: Queue<CreditMessage>;
  /** Absent unless the operator binds a browser. */
  BROWSER?: BrowserBinding;
  /** Absent unless the operator binds Workers AI. */
  AI?: AiBinding;
  /** Absent unless the operator binds a sender of mails. */
  EMAIL?: EmailBinding;
}
