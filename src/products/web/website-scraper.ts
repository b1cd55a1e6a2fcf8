import * as z from 'zod';
import { pageUrl } from '../../domain/web/site.ts';
import { ApiError } from '../../lib/errors.ts';
import { defineProduct, forcedRefusals } from '../../lookup/product.ts';
import { mapQuery, type Sources, unlessFailed } from '../../lookup/source.ts';
import { renderedPage } from '../../web-reader/rendered-page.ts';
import { type PageFact, websitePage } from '../../web-reader/website-page.ts';

interface Input {
  url: string;
  render?: boolean | undefined;
}

const CREDITS = 10;

const urlOf = ({ url }: Input): string => url;
const fetched = mapQuery(urlOf, websitePage);
const rendered = mapQuery(urlOf, renderedPage);

/** The page as it is served, or as a browser shows it when the caller asks for that. */
const sources: Sources<Input, PageFact> = {
  list: [fetched, rendered],
  async resolve(input, ask) {
    const page = unlessFailed(await ask(input.render ? rendered : fetched, input));
    if (page) return page;
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      `The source ${renderedPage.name} is not configured; send the request without render.`,
    );
  },
};

const classification = z.object({
  name: z.string().nullable().describe("The page's title; null when it has none"),
  characterCount: z.int().min(0).describe('Unicode characters of the Markdown'),
  linksCount: z.int().min(0).describe('Links in the Markdown'),
});

const insights = z.object({
  website_scraper_result: z.string().describe('The page as Markdown'),
  final_url: z.string().describe('Where the last redirect ended'),
  status: z.int().nullable().describe('HTTP status of the site; null for a rendered page'),
  content_type: z.string().nullable(),
  language: z.string().nullable().describe('As the page declares it'),
  description: z.string().nullable().describe('As the page declares it'),
  truncated: z.boolean().describe('The Markdown was cut at 1,000,000 characters'),
  rendered: z.boolean().describe('A browser ran the page before it was read'),
});

const SURROGATE_PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;
const characters = (text: string): number =>
  text.length - (text.match(SURROGATE_PAIRS)?.length ?? 0);

const sample: PageFact = {
  markdown:
    '# Example Domain\n\nThis domain is for use in documents.\n\n[Learn more](https://iana.org/domains/example)',
  truncated: false,
  links: 1,
  title: 'Example Domain',
  description: null,
  language: 'en',
  finalUrl: 'https://example.com/',
  status: 200,
  contentType: 'text/html',
  rendered: false,
};

const empty: PageFact = {
  ...sample,
  markdown: '',
  links: 0,
  title: null,
  language: null,
  finalUrl: 'https://empty.example.com/',
};

/** What does this page say, as text a person or a model can read? */
export const websiteScraper = defineProduct({
  path: '/website-scraper',
  type: 'website_scraper',
  summary: 'A web page as clean Markdown',
  tier: 'standard',
  input: z.object({
    url: pageUrl,
    render: z
      .boolean()
      .optional()
      .describe('Run the page in a browser first; needs the Browser Rendering binding'),
  }),
  subject: ({ url }) => url,
  cacheKey: ({ url, render }) => (render ? `rendered ${url}` : url),
  sources,
  price: { upTo: CREDITS, charge: () => CREDITS },
  classification: {
    schema: classification,
    from: (fact) => ({
      name: fact.title,
      characterCount: characters(fact.markdown),
      linksCount: fact.links,
    }),
  },
  insights: {
    schema: insights,
    from: (fact) => ({
      website_scraper_result: fact.markdown,
      final_url: fact.finalUrl,
      status: fact.status,
      content_type: fact.contentType,
      language: fact.language,
      description: fact.description,
      truncated: fact.truncated,
      rendered: fact.rendered,
    }),
  },
  factVersion: 1,
  sandbox: [
    { subject: 'https://example.com/', shows: 'a page', fact: sample },
    { subject: 'https://empty.example.com/', shows: 'a page without text', fact: empty },
    {
      subject: 'https://missing.example.com/',
      shows: 'a page that is not there',
      fails: 'UPSTREAM_ERROR',
    },
    {
      subject: 'https://file.example.com/report.pdf',
      shows: 'a page that is not text',
      fails: 'VALIDATION_FAILED',
    },
    ...forcedRefusals(
      'https://broke.example.com/',
      'https://busy.example.com/',
      'https://slow.example.com/',
    ),
  ],
  example: { url: 'https://example.com' },
});
