import { ApiError } from '../../lib/errors.ts';
import { parseInput } from '../../lib/inputs.ts';
import { formatCount } from '../../lib/text.ts';
import { credentialError } from '../../lookup/account/principal.ts';
import { lookupBody, sandboxBody } from '../../lookup/body.ts';
import { refusalBody } from '../../lookup/envelope.ts';
import { type AnyProduct, priceLabel, type SandboxCase } from '../../lookup/product.ts';
import { EXAMPLE_ID } from '../openapi/examples.ts';
import { describeRateLimit, type RateLimits } from '../openapi/service-overview.ts';
import { describeTimeLimit, sandboxPrice } from '../v1/lookup.ts';
import { type Block, type FormInput, formatJson, heading } from './blocks.ts';
import type { SiteContent } from './content.ts';
import { openApiDocument } from './openapi-document.ts';
import {
  answerExamples,
  type Operation,
  operationsOf,
  refusalTable,
  requestSnippets,
  tryForm,
} from './operations.ts';

interface ProductPageContext {
  origin: string;
  limits: RateLimits;
  /** What this deployment lacks to answer it; null if it can. */
  missing: readonly string[] | null;
}

const credits = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'credit' : 'credits'}`;

function factRows(product: AnyProduct, limits: RateLimits): string[][] {
  const labels = product.sources.list.map((source) => source.label.replaceAll('_', ' '));
  return [
    ['Price', priceLabel(product)],
    ...(product.price.options ?? []).map(({ credits: count, when }) => [
      '',
      `${credits(count)}: ${when}`,
    ]),
    [
      'Free',
      'Repeating your own lookup within seven days, every refusal, and every call with a test key.',
    ],
    ['Rate window', `${product.tier}: ${describeRateLimit(limits[product.tier])}`],
    ...(product.limitMs ? [['Time', describeTimeLimit(product.limitMs)]] : []),
    ['Bulk type', product.bulk ? `\`${product.bulk}\`` : 'none: single calls only'],
    ['Answered from', [...new Set(labels)].join(', ')],
  ];
}

/** Price of the sandbox's answers with a live key. */
const priceRows = (product: AnyProduct): string[][] =>
  product.sandbox.flatMap((entry) => {
    const price = sandboxPrice(product, entry);
    return price === null ? [] : [[entry.shows, price === 0 ? 'free' : credits(price)]];
  });

const formInput = (product: AnyProduct, entry: SandboxCase<unknown>): FormInput => ({
  label: entry.subject,
  shows: entry.shows,
  refusal: 'fails' in entry ? entry.fails : null,
  body: formatJson(sandboxBody(product, entry)),
});

/** The service's refusal of an empty body; undefined if no field is required. */
function emptyBodyRefusal(product: AnyProduct): ApiError | undefined {
  try {
    parseInput(lookupBody(product), {});
  } catch (refused) {
    if (refused instanceof ApiError) return refused;
    throw refused;
  }
}

/**
 * Example refusals by status: for an empty body, without a key, or from the sandbox. For several
 * with one status, the first is used.
 */
function refusalExamples(product: AnyProduct, origin: string): ReadonlyMap<string, unknown> {
  const refusals = [
    emptyBodyRefusal(product),
    credentialError('missing'),
    ...product.sandbox.map((entry) => ('fails' in entry ? new ApiError(entry.fails) : undefined)),
  ];
  // The last entry of a key wins, hence the reversal.
  return new Map(
    refusals
      .flatMap((refusal) => refusal ?? [])
      .reverse()
      .map((refusal) => [
        String(refusal.status),
        refusalBody(refusal, { requestId: EXAMPLE_ID, origin }),
      ]),
  );
}

/** Sections that are the same for every product come last. */
const COMMON = ['request', 'metadata'];

/** Fields of each section of the answer, under a heading of its name. */
function sectionBlocks({ answers: [success] }: Operation): Block[] {
  const data = success?.fields.find(({ name }) => name === 'data');
  const [common = [], own = []] = [true, false].map((isCommon) =>
    data?.fields.filter(({ name }) => COMMON.includes(name) === isCommon),
  );
  return [...own, ...common].flatMap((section): Block[] => [
    heading(section.name, 3, section.name),
    { kind: 'fields', id: section.name, sending: false, fields: section.fields },
  ]);
}

/** The product's operation, with the first sandbox input that is answered as its example. */
function exampleCall(
  product: AnyProduct,
  family: string,
  { origin, limits }: Pick<ProductPageContext, 'origin' | 'limits'>,
) {
  const families = [{ name: family, summary: '', products: [product] }];
  const [operation] = operationsOf(openApiDocument(families, limits, origin, [])) as [Operation];
  const inputs = product.sandbox.map((entry) => formInput(product, entry));
  const answered = inputs.find(({ refusal }) => refusal === null);
  const example = answered ? JSON.parse(answered.body) : product.example;
  const called: Operation = {
    ...operation,
    body: { fields: operation.body?.fields ?? [], example },
  };
  return { operation, called, inputs };
}

/** The first product for a newcomer to try: request, form, and answer. */
export function firstCallBlocks({ families, ...context }: SiteContent): Block[] {
  const [family] = families;
  const [product] = family?.products ?? [];
  if (!family || !product) return [];
  const { called, inputs } = exampleCall(product, family.name, context);
  const [success] = answerExamples(called);
  return [
    requestSnippets(called, context.origin),
    tryForm(called, inputs.slice(0, 1)),
    ...(success ? [success] : []),
  ];
}

/** A product's page: input, price, answers, and a form to try it. */
export function productBlocks(
  product: AnyProduct,
  family: string,
  context: ProductPageContext,
): Block[] {
  const { origin, limits, missing } = context;
  const { operation, called, inputs } = exampleCall(product, family, context);
  return [
    ...(missing
      ? ([
          {
            kind: 'notice',
            text: `This product is not available here: the deployment lacks ${missing.join(', ') || 'its sources'}. A live key gets [SERVICE_UNAVAILABLE](/docs/errors/SERVICE_UNAVAILABLE); a test key is answered as shown here.`,
          },
        ] satisfies Block[])
      : []),
    {
      kind: 'table',
      caption: 'Facts',
      head: ['Property', 'Value'],
      rows: factRows(product, limits),
    },
    heading('Request', 2, 'call'),
    requestSnippets(called, origin),
    heading('Body', 3),
    { kind: 'fields', id: 'body', sending: true, fields: called.body?.fields ?? [] },
    heading('Headers and query', 3, 'parameters'),
    { kind: 'fields', id: 'parameters', sending: true, fields: operation.parameterFields },
    heading('Try it'),
    'A test key is answered for these inputs, at no cost.',
    tryForm(called, inputs),
    heading('Answer'),
    ...answerExamples(called, refusalExamples(product, origin)),
    ...sectionBlocks(called),
    heading('Price'),
    'What a live key is charged for answers like those of the sandbox:',
    {
      kind: 'table',
      caption: 'Prices by answer',
      head: ['Answer', 'Price'],
      rows: priceRows(product),
    },
    'Prices follow the rules of [billing and cache](/docs/billing).',
    heading('Errors'),
    refusalTable(operation),
  ];
}
