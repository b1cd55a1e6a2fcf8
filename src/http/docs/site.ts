import type { ErrorCode } from '../../lib/errors.ts';
import { type AnyProduct, type ProductFamily, priceLabel } from '../../lookup/product.ts';
import type { RouteGroup } from '../openapi/route.ts';
import { SERVICE_SUMMARY } from '../openapi/service-overview.ts';
import { type Block, fragmentOf, heading } from './blocks.ts';
import type { DocsPage, SiteContent } from './content.ts';
import { ERROR_CODES, errorBlocks, errorSummary } from './error-pages.ts';
import { GUIDE_NAMES, guideTitle, readGuide } from './guides.ts';
import { pricingPage } from './home.ts';
import { openApiDocument, serviceResources } from './openapi-document.ts';
import { operationSection, operationsOf } from './operations.ts';
import { productBlocks } from './product-page.ts';
import { changelogPage, privacyPage, SERVICE, termsPage } from './service-pages.ts';

const GUIDES = 'Guides';
const OPERATIONS = 'Operations';
const PATHS = { overview: '/docs', errors: '/docs/errors', attribution: '/docs/attribution' };

const guidePages = (content: SiteContent): DocsPage[] => {
  const products = content.families.flatMap((family) => family.products);
  return GUIDE_NAMES.map((name): DocsPage => {
    const { title, summary } = guideTitle(name);
    return {
      path: `/docs/${name}`,
      title,
      summary,
      menu: { group: GUIDES, line: title, code: false },
      blocks: () => readGuide(name, { ...content, products }).blocks,
    };
  });
};

const productPage = (
  product: AnyProduct,
  family: string,
  { origin, limits, missing: all }: SiteContent,
): DocsPage => {
  const missing = all.get(product.type) ?? null;
  return {
    path: `/docs${product.path}`,
    title: `POST /v1${product.path}`,
    summary: product.summary,
    menu: { group: family, line: product.path, code: true },
    isMissing: missing !== null,
    blocks: () => productBlocks(product, family, { origin, limits, missing }),
  };
};

function operationPages({ families, limits, origin }: SiteContent): DocsPage[] {
  const resources = serviceResources(families.flatMap((family) => family.products));
  const subjects = Map.groupBy(resources as readonly RouteGroup<never>[], ({ tag }) => tag);
  return [...subjects].map(
    ([tag, groups]): DocsPage => ({
      path: `/docs/${fragmentOf(tag.name)}-api`,
      title: `Operations: ${tag.name}`,
      summary: tag.description,
      menu: { group: OPERATIONS, line: tag.name, code: false },
      blocks: () =>
        operationsOf(openApiDocument([], limits, origin, groups)).flatMap((operation) =>
          operationSection(operation, origin),
        ),
    }),
  );
}

const errorPages = ({ origin }: SiteContent): DocsPage[] =>
  ERROR_CODES.map(
    (code: ErrorCode): DocsPage => ({
      path: `${PATHS.errors}/${code}`,
      title: code,
      summary: errorSummary(code),
      menu: null,
      parent: PATHS.errors,
      blocks: () => errorBlocks(code, origin),
    }),
  );

const attributionPage = ({ attribution }: SiteContent): DocsPage => ({
  path: PATHS.attribution,
  title: 'Attribution',
  summary: 'The works on which answers are partly based.',
  menu: { group: OPERATIONS, line: 'Attribution', code: false },
  blocks: () => [
    attribution.map(({ name, licence, text, url }) => `[${name}](${url}) (${licence}): ${text}`),
  ],
});

const productRows = ({ products }: ProductFamily, missing: SiteContent['missing']): string[][] =>
  products.map((product) => [
    `[POST /v1${product.path}](/docs${product.path})`,
    product.summary,
    priceLabel(product),
    missing.has(product.type) ? 'no' : 'yes',
  ]);

const pageList = (pages: readonly DocsPage[], group: string): string[] =>
  pages
    .filter(({ menu }) => menu?.group === group)
    .map(({ title, path, summary }) => `[${title}](${path}): ${summary}`);

function overviewPage(pages: readonly DocsPage[], { families, missing, operator }: SiteContent) {
  return {
    path: PATHS.overview,
    title: operator.name,
    summary: SERVICE_SUMMARY,
    menu: { group: GUIDES, line: 'Overview', code: false },
    blocks: () => [
      'New here? The [quick start](/docs/quick-start) leads to a first answer in a minute.',
      heading('Products'),
      ...families.flatMap((family): Block[] => [
        heading(family.name, 3, `family-${fragmentOf(family.name)}`),
        family.summary,
        {
          kind: 'table',
          caption: family.name,
          head: ['Product', 'What it answers', 'Price', 'Available'],
          rows: productRows(family, missing),
        },
      ]),
      heading(GUIDES),
      pageList(pages, GUIDES),
      heading(OPERATIONS),
      pageList(pages, OPERATIONS),
      heading(SERVICE),
      pageList(pages, SERVICE),
      heading('For programs'),
      [
        '[OpenAPI document as JSON](/openapi.json) and [as YAML](/openapi.yaml)',
        '[Postman collection](/postman.json)',
        '[llms.txt](/llms.txt), and each of these pages as Markdown, at its address with `.md` appended',
      ],
    ],
  };
}

/** Every page of the reference, in reading order. */
export function docsPages(content: SiteContent): DocsPage[] {
  const { families } = content;
  const pages = [
    ...guidePages(content),
    ...families.flatMap(({ name, products }) =>
      products.map((product) => productPage(product, name, content)),
    ),
    ...operationPages(content),
    attributionPage(content),
    pricingPage(content),
    changelogPage(),
    termsPage(content),
    privacyPage(content),
    ...errorPages(content),
  ];
  return [overviewPage(pages, content), ...pages];
}
