import type { Source } from '../../../src/core/lookup/source.ts';
import { dncscrubVendor } from './dncscrub.ts';
import { enformionVendor } from './enformion.ts';
import { gravatarVendor } from './gravatar.ts';
import { hlrLookupsVendor } from './hlr-lookups.ts';
import { hunterVendor } from './hunter.ts';
import { pdlVendor } from './pdl.ts';
import { proxycheckVendor } from './proxycheck.ts';
import { gleifVendor, secVendor } from './registers.ts';
import { scrapeCreatorsVendor } from './scrapecreators.ts';
import { teliqueVendor } from './telique.ts';
import { telnyxVendor } from './telnyx.ts';
import { trestleVendor } from './trestle.ts';
import { twilioVendor } from './twilio.ts';
import { versiumVendor } from './versium.ts';
import { wikidataVendor } from './wikidata.ts';

/** One source of a vendor, and what its fake server makes of it. */
export interface VendorCase {
  // biome-ignore lint/suspicious/noExplicitAny: the list holds sources of every query and fact
  source: Source<any, unknown>;
  /** A query the fake server answers, and what the fact then holds at least. */
  finds: unknown;
  fact: object;
  /** A query without a record: absent where the vendor has no such reply, else the fact, mostly null. */
  none?: { query: unknown; fact: object | null };
  /** Replies the vendor refuses with, and the code a caller gets. */
  refusals?: readonly (readonly [reply: () => Response, code: string])[];
  /** Replies with fields that are missing, masked or of another type, and what is then known. */
  partial?: readonly (readonly [body: object | string, fact: object | null])[];
  /** The variable that opts in to the source, which then needs no credential. */
  optIn?: string;
  /** A single request makes the answer: its reply is mutated field by field. */
  mutate?: boolean;
}

/** A vendor of the fake world: its own shapes, and its authentication demanded. */
export interface FakeVendor {
  hosts: readonly string[];
  /** What an operator sets, the credential among it. */
  vars: Readonly<Record<string, string>>;
  /** It adds to answers that tables give: left off in the Worker of the tests, where most lookups ask nobody. */
  onlyAdds?: boolean;
  answer(request: Request, url: URL): Response | Promise<Response>;
  cases: readonly VendorCase[];
}

/** Every vendor of the fake world. */
export const VENDORS: readonly FakeVendor[] = [
  dncscrubVendor,
  enformionVendor,
  gleifVendor,
  gravatarVendor,
  hlrLookupsVendor,
  hunterVendor,
  pdlVendor,
  proxycheckVendor,
  scrapeCreatorsVendor,
  secVendor,
  teliqueVendor,
  telnyxVendor,
  trestleVendor,
  twilioVendor,
  versiumVendor,
  wikidataVendor,
];

/** The variables that turn on all but those that only add to an answer. */
export const VENDOR_VARS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...VENDORS.filter(({ onlyAdds }) => !onlyAdds).map(({ vars }) => vars),
);
