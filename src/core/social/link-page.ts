/** What a page of links says of its owner; null is what it does not say. */
export interface LinkPage {
  /** The service that hosts it, such as linktree; `website` for a page of one's own. */
  platform: string;
  username: string | null;
  displayName: string | null;
  bio: string | null;
  avatarUrl: string | null;
  /** Where it leads, in its order, each address once. */
  links: { title: string | null; url: string }[];
  /** Address of a profile by platform. */
  socials: Record<string, string>;
  /** Lower case. */
  emails: string[];
}

/** What became of a page. Null: it is gone, which nobody else needs to be asked about. */
export interface LinkPageAnswer {
  page: LinkPage | null;
}
