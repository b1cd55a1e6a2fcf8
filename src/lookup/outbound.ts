import { ApiError } from '../lib/errors.ts';

/** DNS record types that the service queries (RFC 1035, 3596). */
export type DnsType = 'A' | 'AAAA' | 'MX' | 'TXT' | 'NS' | 'CNAME' | 'SOA';

export interface DnsAnswer {
  /** RCODE (RFC 1035, section 4.1.1): 0 NOERROR, 3 NXDOMAIN. Others are thrown as failures. */
  rcode: 0 | 3;
  /** `data` of the type's records, after CNAMEs: addresses, `10 mx.example.`, plain TXT. */
  records: string[];
}

/**
 * DNS over HTTPS in JSON form. Names may be internationalised.
 * @throws ApiError INVALID_INPUT for an invalid domain name; UPSTREAM_TIMEOUT, SERVICE_UNAVAILABLE
 * if the resolver has no answer
 */
export interface Resolver {
  resolve(name: string, type: DnsType): Promise<DnsAnswer>;
}

export interface PublicFetchOptions {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Time limit of the whole call, including redirects and body. */
  timeoutMs: number;
  /** Most body bytes after decompression; the stream fails beyond it. */
  maxBytes: number;
  /**
   * Allow list of media types for a 2xx reply, without parameters, for example `text/html` or
   * `audio/*`. Absent means any.
   */
  contentTypes?: readonly string[];
  /** With 0 (webhooks) a redirect is an ordinary reply. More than this are VALIDATION_FAILED. */
  maxRedirects: number;
  /** Called before each redirect; throws to refuse it. */
  checkRedirect?: (url: string) => Promise<void>;
}

export interface PublicResponse {
  /** Final URL after redirects. */
  url: string;
  status: number;
  headers: Headers;
  /** Limited by maxBytes and timeoutMs. */
  body: ReadableStream<Uint8Array>;
}

/** Refusal of a host without an address; another spelling of the site may have one. */
export class NoSuchHost extends ApiError {
  constructor(host: string) {
    super('VALIDATION_FAILED', `The host ${host} has no address.`);
  }
}

/**
 * Fetches addresses named by a caller: public ones only, checked again on every redirect.
 * @throws ApiError INVALID_INPUT for an address that may not be fetched; VALIDATION_FAILED for an
 * unusable reply (type, size, redirects); UPSTREAM_ERROR or UPSTREAM_TIMEOUT if the site does not
 * answer
 */
export interface GuardedFetcher {
  /** The checks that need no network. @throws ApiError INVALID_INPUT */
  requireFetchable(url: string): void;
  /** All checks without fetching, for an address that is used later. */
  check(url: string): Promise<void>;
  fetch(url: string, options: PublicFetchOptions): Promise<PublicResponse>;
}

/**
 * Plain HTTP to an upstream that the operator configured.
 * @throws ApiError SERVICE_UNAVAILABLE or UPSTREAM_TIMEOUT without a reply
 */
export type HttpClient = (request: Request) => Promise<Response>;

/** One text exchange over TCP: sends, then reads to the end or `maxBytes`. For WHOIS (RFC 3912). */
export type TcpExchange = (
  address: { host: string; port: number },
  send: string,
  limits: { timeoutMs: number; maxBytes: number },
) => Promise<Uint8Array>;

/** Base addresses and secrets of upstreams; the feature of an absent one is off. */
export interface OutboundSettings {
  /** DNS over HTTPS, JSON form. */
  dohUrl: string;
  /** IANA bootstrap (RFC 9224) read at run time in place of the compiled one. */
  rdapBootstrapUrl?: string;
  /** `host:port` of a WHOIS server used in place of the registries. */
  whoisHost?: string;
  reacherUrl?: string;
  reacherSecret?: string;
  /** Variables that upstreams declare (src/vendors/) and the operator has set, by name. */
  vars: ReadonlyMap<string, string>;
  /** Contact URI for sources that require one. */
  contact?: string;
  /** `host:port` pairs that the guarded fetcher accepts although not public, also over http. */
  fetchAllowHosts: readonly string[];
}

const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ['http:', '80'],
  ['https:', '443'],
]);

/** Loopback hosts on any port, for local development. */
export const LOOPBACK_HOSTS = ['localhost:*', '127.0.0.1:*', '[::1]:*'] as const;

/** Whether a URL is exempt by `host:port`, or by `host:*`: plain HTTP on any port but 80. */
export const isHostAllowed = (
  { protocol, hostname, port }: URL,
  allowHosts: readonly string[],
): boolean =>
  allowHosts.includes(`${hostname}:${port || DEFAULT_PORTS.get(protocol)}`) ||
  (protocol === 'http:' && port !== '' && allowHosts.includes(`${hostname}:*`));

/** Opens a page in a browser and returns the resulting HTML. @throws ApiError if that fails */
export type PageRenderer = (url: string) => Promise<string>;

/** Runs a model that the operator bound. @throws ApiError if that fails */
export type ModelRunner = (model: string, input: Record<string, unknown>) => Promise<unknown>;

/** Rate limit of a public host, for the whole service. */
export interface RequestRate {
  /** Requests in any span of `perMs` milliseconds. */
  limit: number;
  perMs: number;
  /** Whether requests must also be one at a time. */
  serial?: boolean;
}

/** Permit for one request to a host; released whatever the request's outcome. */
export interface RatePermit {
  /** @param closedForMs backoff that the host requested (Retry-After) */
  release(closedForMs?: number): Promise<void>;
}

/** Rate limiter of public hosts: one object per host issues permits. */
export interface RateLimiterPort {
  /**
   * Waits for a permit.
   * @param rate null for no limit except the host's own backoff
   * @throws ApiError SERVICE_UNAVAILABLE if there is none within `maxWaitMs`
   */
  acquire(host: string, rate: RequestRate | null, maxWaitMs: number): Promise<RatePermit>;
}

export interface Outbound {
  settings: OutboundSettings;
  http: HttpClient;
  rateLimiter: RateLimiterPort;
  resolver: Resolver;
  fetcher: GuardedFetcher;
  tcp: TcpExchange;
  /** Absent if no browser is bound. */
  renderer?: PageRenderer;
  /** Absent if no models are bound. */
  models?: ModelRunner;
}
