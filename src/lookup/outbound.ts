import { ApiError } from '../lib/errors.ts';

/** DNS record types the service asks for (RFC 1035, 3596, 6844). */
export type DnsType = 'A' | 'AAAA' | 'MX' | 'TXT' | 'NS' | 'CNAME' | 'SOA';

export interface DnsAnswer {
  /** RCODE of RFC 1035 section 4.1.1: 0 NOERROR, 3 NXDOMAIN. Other codes are thrown as failures. */
  rcode: 0 | 3;
  /** `data` of the records of the type, CNAMEs followed: addresses, `10 mx.example.`, plain TXT. */
  records: string[];
}

/**
 * DNS over HTTPS in its JSON form. Names may be internationalised.
 * @throws ApiError INVALID_INPUT for what is no domain name; UPSTREAM_TIMEOUT, SERVICE_UNAVAILABLE
 * when it cannot tell
 */
export interface Resolver {
  resolve(name: string, type: DnsType): Promise<DnsAnswer>;
}

export interface PublicFetchOptions {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Whole call, redirects and body included. */
  timeoutMs: number;
  /** Body bytes after decompression; the stream errors past it. */
  maxBytes: number;
  /**
   * Media types accepted of a 2xx reply, without parameters, for example `text/html` or `audio/*`.
   * Absent means any.
   */
  contentTypes?: readonly string[];
  /** 0 for webhooks: a redirect is a reply like any other. More than this are VALIDATION_FAILED. */
  maxRedirects: number;
  /** Asked before a redirect is followed; throws where it may not be. */
  checkRedirect?: (url: string) => Promise<void>;
}

export interface PublicResponse {
  /** Where the last redirect ended. */
  url: string;
  status: number;
  headers: Headers;
  /** Bounded by maxBytes and timeoutMs. */
  body: ReadableStream<Uint8Array>;
}

/** Refusal for a caller's host without an address; another spelling of the site may have one. */
export class NoSuchHost extends ApiError {
  constructor(host: string) {
    super('VALIDATION_FAILED', `The host ${host} has no address.`);
  }
}

/**
 * Fetches what a caller named: public addresses only, checked again on every redirect.
 * @throws ApiError INVALID_INPUT for an address that may not be fetched; VALIDATION_FAILED for a
 * reply that cannot be used (type, size, redirects); UPSTREAM_ERROR or UPSTREAM_TIMEOUT when the
 * site does not answer
 */
export interface GuardedFetcher {
  /** Those of the checks that need no network. @throws ApiError INVALID_INPUT */
  requireFetchable(url: string): void;
  /** The same checks without fetching, for an address that is used later. */
  check(url: string): Promise<void>;
  fetch(url: string, options: PublicFetchOptions): Promise<PublicResponse>;
}

/**
 * Plain HTTP to an upstream the operator configured.
 * @throws ApiError SERVICE_UNAVAILABLE or UPSTREAM_TIMEOUT when no reply came
 */
export type HttpClient = (request: Request) => Promise<Response>;

/** A line-based exchange over TCP: sends, reads to the end or `maxBytes`. WHOIS (RFC 3912). */
export type TcpExchange = (
  address: { host: string; port: number },
  send: string,
  limits: { timeoutMs: number; maxBytes: number },
) => Promise<Uint8Array>;

/** Base addresses and secrets of upstreams; an absent one turns its feature off. */
export interface OutboundSettings {
  /** DNS over HTTPS, JSON form. */
  dohUrl: string;
  /** IANA bootstrap form (RFC 9224), read at run time instead of the compiled one. */
  rdapBootstrapUrl?: string;
  /** `host:port` that answers WHOIS instead of the registries. */
  whoisHost?: string;
  reacherUrl?: string;
  reacherSecret?: string;
  /** The variables that upstreams declare (src/vendors/) and the operator has set, by name. */
  vars: ReadonlyMap<string, string>;
  /** Contact URI for sources that demand one. */
  contact?: string;
  /** `host:port` pairs the guarded fetcher accepts though not public; http is accepted for them. */
  fetchAllowHosts: readonly string[];
}

const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ['http:', '80'],
  ['https:', '443'],
]);

/** Receivers on the machine itself: for local work. */
export const LOOPBACK_HOSTS = ['localhost:*', '127.0.0.1:*', '[::1]:*'] as const;

/** Whether an address is exempt by `host:port`, or by `host:*`: of plain HTTP, any port but 80. */
export const isHostAllowed = (
  { protocol, hostname, port }: URL,
  allowHosts: readonly string[],
): boolean =>
  allowHosts.includes(`${hostname}:${port || DEFAULT_PORTS.get(protocol)}`) ||
  (protocol === 'http:' && port !== '' && allowHosts.includes(`${hostname}:*`));

/** Opens a page in a browser and gives its HTML then. @throws ApiError when the browser cannot */
export type PageRenderer = (url: string) => Promise<string>;

/** Runs a model that the operator bound. @throws ApiError when it cannot */
export type ModelRunner = (model: string, input: Record<string, unknown>) => Promise<unknown>;

/** Rate limit of a public host for the whole service. */
export interface RequestRate {
  /** Requests in any span of `perMs` milliseconds. */
  limit: number;
  perMs: number;
  /** At most one request at a time, besides. */
  serial?: boolean;
}

/** Permit for one request to a host; released however the request ended. */
export interface RatePermit {
  /** @param closedForMs backoff that the host asked for (Retry-After) */
  release(closedForMs?: number): Promise<void>;
}

/** Rate limiter of public hosts: one object for each host gives out permits. */
export interface RateLimiter {
  /**
   * Waits for a permit.
   * @param rate null: unlimited but for the host's own backoff
   * @throws ApiError SERVICE_UNAVAILABLE when there is none within `maxWaitMs`
   */
  acquire(host: string, rate: RequestRate | null, maxWaitMs: number): Promise<RatePermit>;
}

export interface Outbound {
  settings: OutboundSettings;
  http: HttpClient;
  rateLimiter: RateLimiter;
  resolver: Resolver;
  fetcher: GuardedFetcher;
  tcp: TcpExchange;
  /** Absent where no browser is bound. */
  renderer?: PageRenderer;
  /** Absent where no models are bound. */
  models?: ModelRunner;
}
