import type { Source } from '../../../src/lookup/source.ts';

/** One source of a vendor, and what its fake server makes of it. */
export interface VendorCase {
  // biome-ignore lint/suspicious/noExplicitAny: the list holds sources of every query and fact
  source: Source<any, unknown>;
  /** A query the fake server answers, and what the fact then holds at least. */
  finds: unknown;
  fact: object;
  /**
   * A query without a record: absent where the vendor has no such reply, else the fact, mostly
   * null.
   */
  none?: { query: unknown; fact: object | null };
  /** The body that says "no record", where it is one that says nothing elsewhere, such as `[]`. */
  nothing?: string;
  /**
   * Replies the vendor refuses with, and the code a caller gets. `aboutInput`: they say nothing of
   * the vendor itself.
   */
  refusals?: readonly (readonly [reply: () => Response, code: string, aboutInput?: boolean])[];
  /** Replies with fields that are missing, masked or of another type, and what is then known. */
  partial?: readonly (readonly [body: object | string, fact: object | null])[];
  /**
   * A single request makes the answer: its reply is mutated field by field. `list`: the one asked
   * for is picked from a list, so that a field less may leave nobody.
   */
  mutate?: boolean | 'list';
  /** The variable that opts in to the source, which then needs no credential. */
  optIn?: string;
}

/** A vendor of the fake world: its own shapes, and its authentication demanded. */
export interface FakeVendor {
  hosts: readonly string[];
  /** What an operator sets, the credential among it. */
  vars: Readonly<Record<string, string>>;
  /**
   * It adds to answers that tables give: left off in the Worker of the tests, where most lookups
   * ask nobody.
   */
  onlyAdds?: boolean;
  answer(request: Request, url: URL): Response | Promise<Response>;
  /** What its sources fetch besides, through the guarded fetcher: by `host:port`. */
  elsewhere?: Readonly<Record<string, (request: Request) => Response>>;
  cases: readonly VendorCase[];
}
