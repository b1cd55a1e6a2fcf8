/** One page as Markdown, and how it was got. */
export interface PageFact {
  markdown: string;
  /** The Markdown was cut at its limit. */
  truncated: boolean;
  links: number;
  title: string | null;
  description: string | null;
  language: string | null;
  /** After redirects. */
  finalUrl: string;
  /** HTTP status; null when a browser rendered the page. */
  status: number | null;
  /** Media type without parameters; null when the site sent none. */
  contentType: string | null;
  rendered: boolean;
}

/** Cut there, so that answers, caches and memory stay small however long the page is. */
export const MAX_MARKDOWN_CHARS = 1_000_000;
