import type { RequestRate } from '../../lookup/outbound.ts';
import type { SourceDeclaration } from '../../lookup/source.ts';

/**
 * What a reply says where it is no answer.
 * - `none`: no record, which is an answer
 * - `quota`: our money or our allowance is used up
 * - `key`: our credential is refused
 * - `later`: out of order or busy, worth another try
 * - `pending`: at work on the answer; to be asked for it again
 * - `input`: it cannot answer for this input
 * - `broken`: a reply that says nothing it should
 * - `answer`: one that the schema reads, whatever the status
 */
export type UpstreamVerdict =
  | 'answer'
  | 'none'
  | 'quota'
  | 'key'
  | 'later'
  | 'pending'
  | 'input'
  | 'broken';

/** Verdicts by HTTP status; a status that is not named means what the pipeline says it means. */
export type Statuses = Readonly<Partial<Record<number, UpstreamVerdict>>>;

/** A request as it will be sent, for a vendor that signs it. */
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

/** A vendor or open source: whose it is, what the operator sets, and how its replies are read. */
export interface Upstream {
  /** In upper case. `<name>_URL` replaces scheme and host of its addresses. */
  name: string;
  /**
   * The hosts its credential may be sent to, the usual one first. None: the operator's own server,
   * on when `<name>_URL` is set.
   */
  hosts: readonly string[];
  /** Behind `<name>_URL` the host goes in front of the path, as the first segment. */
  hostInPath?: boolean;
  /** How it bills, where it does; a call of what bills nothing is tried again. */
  metered?: SourceDeclaration['metered'];
  /** Of each of its sources, whole. */
  timeoutMs?: number;
  /** Variables without which it is off. */
  needs?: readonly string[];
  /** What its variables are good for, as docs/variables.md has it; Markdown. */
  adds?: string;
  /** Further variables it reads, such as an opt-in of one of its sources. */
  reads?: readonly string[];
  /** It demands OPERATOR_CONTACT: always, or at its public host only. */
  contact?: 'always' | 'public';
  /** Allowance of its public hosts, until `liftedBy` is set. `notInBulk`: jobs are excluded. */
  pace?: RequestRate & { notInBulk?: boolean; liftedBy?: string };
  /** @param secret the value of a variable it needs or reads; '' when that is not set */
  authenticate?(
    secret: (variable: string) => string,
    outgoing: OutgoingRequest,
  ): Credential | Promise<Credential>;
  statuses?: Statuses;
  /** What a JSON reply says of itself, whatever its status; undefined leaves it to the status. */
  envelope?(body: unknown, status: number): UpstreamVerdict | undefined;
}
