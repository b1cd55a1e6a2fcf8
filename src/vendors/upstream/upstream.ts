import type { RequestRate } from '../../lookup/outbound.ts';
import type { SourceDeclaration } from '../../lookup/source.ts';

/**
 * Meaning of a reply, if it is not left to the status.
 * - `none`: no record, which is an answer
 * - `quota`: our credit or our quota is used up
 * - `key`: our credential is refused
 * - `later`: out of order, busy, or failed for an unknown reason; worth a retry
 * - `pending`: still working on the answer; to be polled
 * - `input`: it cannot answer for this input
 * - `answer`: an answer for the schema to parse, whatever the status
 * - `partial`: an answer without a part that the upstream could not look up now
 */
export type UpstreamVerdict =
  | 'answer'
  | 'partial'
  | 'none'
  | 'quota'
  | 'key'
  | 'later'
  | 'pending'
  | 'input';

/** Verdicts by HTTP status; the pipeline interprets all other statuses. */
export type Statuses = Readonly<Partial<Record<number, UpstreamVerdict>>>;

/** Request as it will be sent, for a vendor that requires a signature. */
export interface OutgoingRequest {
  host: string;
  method: string;
  /** Without the query. */
  path: string;
  /** The exact text sent; '' without a body. */
  body: string;
  now: number;
}

interface Credential {
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
}

/** Vendor or open source: its hosts, what the operator sets, and how its replies are read. */
export interface Upstream {
  /** In upper case. `<name>_URL` replaces scheme and host of its addresses. */
  name: string;
  /**
   * Hosts that its credential may be sent to, the default first. Empty for the operator's own
   * server, which `<name>_URL` enables.
   */
  hosts: readonly string[];
  /** With `<name>_URL`, the host becomes the first segment of the path. */
  hostInPath?: boolean;
  /** What it bills, if anything; calls of an unmetered upstream are retried. */
  metered?: SourceDeclaration['metered'];
  /** For each of its sources, all calls together. */
  timeoutMs?: number;
  /** Variables that must be set to enable it. */
  needs?: readonly string[];
  /** What its variables add, for docs/variables.md; Markdown. */
  adds?: string;
  /** Further variables it reads. */
  reads?: readonly string[];
  /** Flag without which some of its sources are off. */
  optIn?: string;
  /** Requires OPERATOR_CONTACT: always, or at its public host only. */
  contact?: 'always' | 'public';
  /** Rate limit of its public hosts, until `liftedBy` is set. `notInBulk` excludes bulk jobs. */
  pace?: RequestRate & { notInBulk?: boolean; liftedBy?: string };
  /** @param secret value of a variable that it needs or reads; '' if not set */
  authenticate?(
    secret: (variable: string) => string,
    outgoing: OutgoingRequest,
  ): Credential | Promise<Credential>;
  statuses?: Statuses;
  /** Verdict by the body of a reply, whatever its status; undefined leaves it to the status. */
  envelope?(body: unknown, status: number): UpstreamVerdict | undefined;
}
