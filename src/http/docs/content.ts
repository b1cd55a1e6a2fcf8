import type { ProductFamily } from '../../lookup/product.ts';
import type { RateLimits } from '../openapi/service-overview.ts';
import type { Block } from './blocks.ts';

/** Attribution of compiled data, as its license requires it. */
export interface DataAttribution {
  name: string;
  licence: string;
  text: string;
  url: string;
}

/** The operator of a deployment; null for anything not stated. */
export interface Operator {
  name: string;
  address: string | null;
  /** A URI. */
  contact: string | null;
  /** Terms and privacy in the Markdown of the guides. */
  terms: string | null;
  privacy: string | null;
}

export interface SiteContent {
  families: readonly ProductFamily[];
  limits: RateLimits;
  attribution: readonly DataAttribution[];
  operator: Operator;
  /** Scheme and host that callers use, for the examples. */
  origin: string;
  demoKey: string | null;
  /** What this deployment lacks for a product, by type; products not listed can be answered. */
  missing: ReadonlyMap<string, readonly string[]>;
}

/** A page of the reference. Its blocks are built when it is read, because they cost the most. */
export interface DocsPage {
  path: string;
  title: string;
  summary: string;
  /** Group and line in the menu; null for a page reached from another page. */
  menu: { group: string; line: string; code: boolean } | null;
  /** Page marked in the menu instead, for a page without a menu line. */
  parent?: string;
  /** The product cannot be answered by this deployment. */
  isMissing?: boolean;
  blocks(): readonly Block[];
}
