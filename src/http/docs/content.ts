import type { ProductFamily } from '../../lookup/product.ts';
import type { RateLimits } from '../openapi/service-overview.ts';
import type { Block } from './blocks.ts';

/** Whom the compiled data comes from, as its licence wants it said. */
export interface DataAttribution {
  name: string;
  licence: string;
  text: string;
  url: string;
}

/** Who runs a deployment, as its pages say; null is what it does not say. */
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
  /** Scheme and host callers use, for the examples. */
  origin: string;
  demoKey: string | null;
  /** What this deployment misses to answer a product, by its type; others can be answered. */
  missing: ReadonlyMap<string, readonly string[]>;
}

/** A page of the reference. Its blocks are made when it is read: they cost most of it. */
export interface DocsPage {
  path: string;
  title: string;
  summary: string;
  /** In the menu: its group and its line; null for a page that is reached from another. */
  menu: { group: string; line: string; code: boolean } | null;
  /** The page that is marked in the menu while this one is read, where it has no line itself. */
  parent?: string;
  /** Cannot be answered by this deployment. */
  isMissing?: boolean;
  blocks(): readonly Block[];
}
