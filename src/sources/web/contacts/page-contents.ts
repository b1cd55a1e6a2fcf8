import type { Statement } from './stated-contacts.ts';

export interface PageLink {
  /** As written. */
  href: string;
  label: string;
  /** The last text before it, with whatever names it aloud. */
  before: string;
  /** Not shown: its address may be a trap. */
  isHidden: boolean;
  /** `rel="me"`: the owner's own page elsewhere. */
  isOwn: boolean;
}

export interface PageScript {
  text: string;
  isJson: boolean;
}

/** What contact finders read of a page. */
export interface PageContents {
  /** Blocks parted by line feeds. */
  text: string;
  /** Texts of attributes, one a line. */
  asides: string;
  links: PageLink[];
  scripts: PageScript[];
  statements: Statement[];
  /** Addresses that Cloudflare replaced by a code. */
  protectedEmails: string[];
  language: string | null;
  baseHref: string | null;
}
