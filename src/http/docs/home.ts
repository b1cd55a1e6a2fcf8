import { CREDIT_PACKS, PLANS } from '../../domain/plans.ts';
import { formatCount } from '../../lib/text.ts';
import { type AnyProduct, priceLabel } from '../../lookup/product.ts';
import { SERVICE_SUMMARY } from '../openapi/service-overview.ts';
import { type Block, fragmentOf, heading } from './blocks.ts';
import type { DocsPage, SiteContent } from './content.ts';
import { firstCallBlocks } from './product-page.ts';

const dollars = (amount: number): string => `$${formatCount(amount)}`;
/** `starter` as "Starter". */
const nameOf = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

const perThousand = (usd: number, credits: number): string =>
  `$${((usd / credits) * 1_000).toFixed(2)}`;

const planTable: Block = {
  kind: 'table',
  caption: 'Plans',
  head: ['Plan', 'Credits a month', 'Price a month', 'A thousand credits', 'Choice'],
  rows: PLANS.map(({ id, creditsPerMonth, monthlyPriceUsd }) => [
    nameOf(id),
    formatCount(creditsPerMonth),
    dollars(monthlyPriceUsd),
    perThousand(monthlyPriceUsd, creditsPerMonth),
    `[Choose ${nameOf(id)}](/app/billing?plan=${id})`,
  ]),
};

const packTable: Block = {
  kind: 'table',
  caption: 'Packs of credits',
  head: ['Credits', 'Price', 'A thousand credits'],
  rows: CREDIT_PACKS.map(({ credits, priceUsd }) => [
    formatCount(credits),
    dollars(priceUsd),
    perThousand(priceUsd, credits),
  ]),
};

const productTable = (name: string, products: readonly AnyProduct[]): Block => ({
  kind: 'table',
  caption: name,
  head: ['Product', 'What it answers', 'Price'],
  rows: products.map((product) => [
    `[${product.path}](/docs${product.path})`,
    product.summary,
    priceLabel(product),
  ]),
});

/** /pricing: plans, packs, and the price of each product. */
export const pricingPage = ({ families }: SiteContent): DocsPage => ({
  path: '/pricing',
  title: 'Pricing',
  summary: 'One balance of credits pays for every product. Test mode is free and needs no plan.',
  menu: { group: 'Guides', line: 'Pricing', code: false },
  blocks: () => [
    heading('Plans'),
    planTable,
    'Plan credits that are left at the end of a month carry over once, for three months. You choose a plan under [Billing](/app/billing), and can change or end it there.',
    heading('Packs'),
    packTable,
    'A pack is bought once, on top of a plan. Its credits never expire and are spent last.',
    heading('Products'),
    'The most that each lookup costs. Repeating your own lookup within seven days is free, and so is every refusal. [Billing](/docs/billing) has the rules.',
    ...families.flatMap(({ name, products }): Block[] => [
      heading(name, 3, `family-${fragmentOf(name)}`),
      productTable(name, products),
    ]),
  ],
});

/** `/` for people: the products, one call to try, and links. */
export const frontPage = (content: SiteContent): DocsPage => ({
  path: '/',
  title: content.operator.name,
  summary: SERVICE_SUMMARY,
  menu: null,
  blocks: () => {
    const [smallest] = PLANS;
    const products = content.families.flatMap((family) => family.products);
    return [
      [
        '[Create an account](/app/sign-up): free, with a test key that needs no plan',
        '[Quick start](/docs/quick-start): the first answer in a minute',
        `[Pricing](/pricing): ${smallest ? `from ${dollars(smallest.monthlyPriceUsd)} a month` : 'plans and packs'}, lists and monitors from the same balance`,
        '[Reference](/docs), [OpenAPI](/openapi.json), [for agents](/docs/agents), [status](/status) and [changelog](/changelog)',
        '[Dashboard](/app): keys, lists, monitors, usage',
        '[Terms](/terms), [privacy](/privacy), [opting out](/opt-out)',
      ],
      heading('One call'),
      ...firstCallBlocks(content),
      heading('What it answers'),
      {
        kind: 'table',
        caption: 'Products',
        head: ['About', 'Products'],
        rows: content.families.map(({ name, products: members }) => [
          name,
          members.map(({ path }) => `[${path.slice(1)}](/docs${path})`).join(', '),
        ]),
      },
      `${products.length} products, each single, in lists of 100,000 rows, and for agents by [MCP](/docs/agents).`,
    ];
  },
});
