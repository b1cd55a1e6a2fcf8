import * as z from 'zod';
import { pageUrl } from '../../domain/web/site.ts';
import { ApiError } from '../../lib/errors.ts';
import { field, fieldsOf } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox } from '../../lookup/product.ts';
import { foundFact, NOT_CONFIGURED, type Sources, unlessFailed } from '../../lookup/source.ts';
import { mapQuery } from '../../lookup/source-adapters.ts';
import { NO_METADATA } from '../../web-reader/html/page-outline.ts';
import { DRAWN_BY_SCRIPTS, isPlaceholder } from '../../web-reader/page/soft-errors.ts';
import { renderedPage } from '../../web-reader/rendered-page.ts';
import {
  PAGE_FORMATS,
  type PageFact,
  type PageFormat,
  type PageQuery,
  partsOf,
  websitePage,
} from '../../web-reader/website-page.ts';

const body = z.object({
  url: pageUrl.meta({
    description:
      'URL or domain. This one page is fetched for you, as a browser would: robots.txt, which is for crawlers that follow links, is not asked. `/website-contacts-scraper` and `/link-in-bio-lookup` ask it.',
  }),
  formats: z
    .array(z.enum(PAGE_FORMATS))
    .min(1)
    .max(PAGE_FORMATS.length)
    .optional()
    .describe('Formats to return: markdown (the default), html, links, metadata.'),
  only_main_content: z
    .boolean()
    .optional()
    .describe(
      'If false, the whole page is returned, including navigation, header, footer and content beside the text.',
    ),
  render: z
    .boolean()
    .optional()
    .describe(
      'If true, the page is first run in a browser; if false, never. If absent, it is run only if the ' +
        'page is empty as served. Requires the Browser Rendering binding.',
    ),
});

type Input = z.output<typeof body>;

const formatsOf = ({ formats = ['markdown'] }: Input): readonly PageFormat[] =>
  PAGE_FORMATS.filter((format) => formats.includes(format));

const queryOf = (input: Input): PageQuery => ({
  url: input.url,
  formats: formatsOf(input),
  extent: input.only_main_content === false ? 'page' : 'main',
});
const fetched = mapQuery(queryOf, websitePage);
const rendered = mapQuery(queryOf, renderedPage);

/** A page with less text is one that its scripts fill. */
const EMPTY_BELOW_CHARS = 30;
const isEmpty = ({ markdown }: PageFact): boolean =>
  markdown.length < EMPTY_BELOW_CHARS || isPlaceholder(markdown);

/** @throws ApiError VALIDATION_FAILED for a page without content in any requested format */
function requireContent(page: PageFact): PageFact {
  const { markdown, linkList, metadata: head } = page;
  const saysSomething = Object.values(head ?? {}).some((said) => said !== null);
  if ((markdown !== '' && !isPlaceholder(markdown)) || linkList?.length || saysSomething)
    return page;
  throw new ApiError(
    'VALIDATION_FAILED',
    page.rendered ? 'The page has no content, even after its scripts ran.' : DRAWN_BY_SCRIPTS,
  );
}

/**
 * The page as served, or from a browser if the request has `render: true`. If `render` is absent
 * and the page is empty as served, a configured browser is tried.
 */
const sources: Sources<Input, PageFact> = {
  list: [fetched, rendered],
  async resolve(input, ask) {
    const page = unlessFailed(await ask(input.render ? rendered : fetched, input));
    if (!page)
      throw new ApiError(
        'SERVICE_UNAVAILABLE',
        'Pages cannot be rendered here yet; send the request without render.',
        { ...NOT_CONFIGURED, param: 'render' },
      );
    if (input.render !== undefined || page.contentType === 'text/plain' || !isEmpty(page))
      return requireContent(page);
    const shown = foundFact(await ask(rendered, input));
    const least = isPlaceholder(page.markdown) ? 0 : page.markdown.length;
    return requireContent(shown && shown.markdown.length > least ? shown : page);
  },
};

const classification = z.object({
  name: field.textOrNull('Title of the page; null if it has none.'),
  characterCount: field.count('Number of Unicode characters in the Markdown.'),
  linksCount: field.count('Number of links in the Markdown.'),
});

const metadata = z.object({
  canonical_url: field.textOrNull('Canonical URL that the page states.'),
  site_name: field.textOrNull('Name that the page gives for its site.'),
  type: field.textOrNull('Open Graph type, such as article.'),
  image: field.textOrNull('URL of the picture for sharing.'),
  icon: field.textOrNull("URL of the site's icon."),
  author: field.textOrNull('Author, as written on the page.'),
  published_at: field.textOrNull(
    "Date of publication, as written in the page's metadata or markup; YYYY-MM-DD when read from its URL.",
  ),
  modified_at: field.textOrNull('Date of modification, as written on the page.'),
  keywords: field.textOrNull('Keywords, as written on the page.'),
  robots: field.textOrNull('Directives for search engines.'),
});

const served = {
  final_url: field.text('URL after the last redirect.'),
  status: z.int().nullable().describe('HTTP status of the site; null for a rendered page.'),
  content_type: z.string().nullable(),
  language: field.textOrNull('Language that the page declares.'),
  description: field.textOrNull('Description, as the page declares it.'),
  truncated: field.boolean(
    'Whether Markdown or HTML was cut at 1,000,000 characters, or links at 5,000.',
  ),
  rendered: field.boolean('Whether a browser ran the page before it was read.'),
};

const insights = z.object({
  website_scraper_result: field.textOrNull(
    'The page as Markdown; null if `formats` leaves it out.',
  ),
  html: field.textOrNull(
    'The page as HTML, without scripts, styles and hidden parts, with full URLs; null if not requested.',
  ),
  links: z
    .array(
      z.object({
        url: field.text('Full URL.'),
        text: field.textOrNull('Text of the link, or its accessible name.'),
      }),
    )
    .nullable()
    .describe('Links, each URL once, at most 5,000; null if not requested.'),
  metadata: metadata
    .nullable()
    .describe('Metadata from the head of the page; null if not requested.'),
  ...served,
});

const SURROGATE_PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;
const characters = (text: string): number =>
  text.length - (text.match(SURROGATE_PAIRS)?.length ?? 0);

const sample: PageFact = {
  markdown:
    '# Example Domain\n\nThis domain is for use in documents.\n\n[Learn more](https://iana.org/domains/example)',
  truncated: false,
  links: 1,
  html: '<h1>Example Domain</h1><p>This domain is for use in documents.</p><p><a href="https://iana.org/domains/example">Learn more</a></p>',
  linkList: [{ url: 'https://iana.org/domains/example', text: 'Learn more' }],
  metadata: NO_METADATA,
  title: 'Example Domain',
  description: null,
  language: 'en',
  finalUrl: 'https://example.com/',
  status: 200,
  contentType: 'text/html',
  rendered: false,
};

export const websiteScraper = defineProduct({
  path: '/website-scraper',
  summary: 'A web page as clean Markdown',
  tier: 'standard',
  input: body,
  subject: ({ url }) => url,
  cacheKey: (input) => {
    const { url, formats, extent } = queryOf(input);
    return [input.render ?? 'auto', extent, ...formats, url].join(' ');
  },
  fetched: ({ url }) => url,
  sources,
  price: {
    upTo: 10,
    // The formats: a page may have no links, or nothing in its head.
    paidFor: ['website_scraper_result', 'html', 'links', 'metadata'],
    isPaid: () => true,
  },
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
    from: (fact, input) => {
      const { html, linkList, metadata: head } = partsOf(fact, formatsOf(input));
      return {
        website_scraper_result: formatsOf(input).includes('markdown') ? fact.markdown : null,
        html,
        links: linkList,
        metadata: head && fieldsOf(metadata.shape, head),
        ...fieldsOf(served, fact),
      };
    },
  },
  factVersion: 3,
  sandbox: [
    inSandbox.answer('https://example.com/', 'a page', sample),
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
    {
      subject: 'https://empty.example.com/',
      shows: 'a page without content',
      fails: 'VALIDATION_FAILED',
    },
    ...inSandbox.refusals(
      'https://broke.example.com/',
      'https://busy.example.com/',
      'https://slow.example.com/',
    ),
  ],
  example: { url: 'https://example.com' },
});
