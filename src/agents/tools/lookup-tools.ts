import MiniSearch from 'minisearch';
import * as z from 'zod';
import { MCP_PATH } from '../../accounts/agent-consent.ts';
import { ApiError } from '../../lib/errors.ts';
import { parseInput, withoutNulls } from '../../lib/inputs.ts';
import { field } from '../../lookup/answer-fields.ts';
import type { LookupData } from '../../lookup/envelope.ts';
import { MAX_IDEMPOTENCY_KEY_CHARS, requestLookup } from '../../lookup/pipeline/lookup-request.ts';
import {
  type AnyProduct,
  type ProductFamily,
  pageOfRows,
  readSourceStates,
  responseSchema,
} from '../../lookup/product.ts';
import { admitCaller, admitOwner, loggedCall, resourcesInReach } from './admission.ts';
import {
  inputSchemaOf,
  maxCharactersField,
  outputSchemaOf,
  requiredText,
  type Tool,
  takeIdempotencyKey,
} from './tool.ts';

const formatCredits = (credits: number): string =>
  credits === 1 ? '1 credit' : `${credits} credits`;

/** The price in a tool's description; the server's instructions state when less is charged. */
function describePrice(product: AnyProduct): string {
  const { upTo, fixed, listed, per } = product.price;
  if (per) return `${formatCredits(upTo)} per ${per}`;
  const page = pageOfRows(product);
  if (page) return `At most ${formatCredits(upTo)} per ${page}`;
  return fixed && !listed ? formatCredits(upTo) : `At most ${formatCredits(upTo)}`;
}

function fieldNames(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Description of a product's tool, from the product registry and fixed text only. */
function describeProduct(product: AnyProduct, hint: string): string {
  const { summary, classification, limitMs, bulk } = product;
  return [
    `${summary}.`,
    ...(hint ? [hint] : []),
    `${describePrice(product)}.`,
    `Returns ${fieldNames(classification.schema).join(', ')}.`,
    ...(limitMs ? [`May take ${limitMs / 1_000} seconds.`] : []),
    ...(bulk ? [`Lists: bulk_verify, type ${bulk}.`] : []),
  ].join(' ');
}

const INITIALS = new Set(['b2b', 'hlr', 'ip', 'mnp', 'nt', 'seo']);

/** Display title of a path: `/hlr-lookup` is "HLR lookup". */
function productTitle({ path }: Pick<AnyProduct, 'path'>): string {
  const words = path.slice(1).split('-');
  const title = words.map((word) => (INITIALS.has(word) ? word.toUpperCase() : word)).join(' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** Tool name of a product: its path in snake case. */
export const productName = ({ path }: Pick<AnyProduct, 'path'>): string =>
  path.slice(1).replaceAll('-', '_');

/** A repeated call with the same key and arguments gets the first answer; see the instructions. */
export const idempotencyKeyField = z.string().max(MAX_IDEMPOTENCY_KEY_CHARS).optional();

/** Options of every lookup besides the product's fields; the aliases of HTTP work unlisted. */
const OPTIONS = { bypass_cache: z.boolean().optional(), idempotency_key: idempotencyKeyField };

/** Path to the long text in the answers of products that have one. */
const LONG_TEXTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['website_scraper', ['insights', 'website_scraper_result']],
  ['video_transcript', ['insights', 'video_transcript_result', 'transcript']],
  ['audio_transcription', ['insights', 'audio_transcription_result', 'transcript']],
]);

/** Window of a long text. Repeating the lookup is free, so further windows are free too. */
const WINDOW = {
  max_characters: maxCharactersField,
  offset: z.int().min(0).default(0).describe('Position in the text at which to begin.'),
};
const windowArguments = z.object(WINDOW);

const toolInput = ({ input, type }: AnyProduct) =>
  input.safeExtend({ ...OPTIONS, ...(LONG_TEXTS.has(type) && WINDOW) });

const isSplit = (text: string, at: number): boolean =>
  at > 0 && at < text.length && /[\udc00-\udfff]/.test(text.charAt(at));

/** A window of a text, after a line of figures; undefined if there is no text. */
function readableText(
  path: readonly string[],
  { metadata, ...data }: LookupData,
  { max_characters: most, offset }: z.infer<typeof windowArguments>,
): string | undefined {
  const text = path.reduce<unknown>(
    (part, name) => (part as Record<string, unknown> | null)?.[name],
    data,
  );
  if (typeof text !== 'string') return undefined;
  const start = Math.min(isSplit(text, offset) ? offset - 1 : offset, text.length);
  // Never splits a surrogate pair, and shows at least one character.
  const wanted = Math.min(start + most, text.length);
  const end = isSplit(text, wanted) ? wanted + 1 : wanted;
  const { credits_used: used, credits_remaining: left, cache_hit: cached } = metadata;
  const figures = [
    `Characters ${start} to ${end} of ${text.length}`,
    ...(end < text.length ? [`call again with offset ${end} for more, free`] : []),
    `${formatCredits(used)} used, ${left} left`,
    ...(cached ? ['from the cache'] : []),
  ];
  return `${figures.join('; ')}.\n\n${text.slice(start, end)}`;
}

/** Tool for a product's lookup over HTTP. @param given its own name; default: that of the path */
export function productTool(
  product: AnyProduct,
  given?: Pick<Tool, 'name' | 'title'> & { hint: string },
): Tool {
  const { hint, ...named } = given ?? {
    name: productName(product),
    title: productTitle(product),
    hint: '',
  };
  return {
    ...named,
    description: describeProduct(product, hint),
    readOnly: true,
    openWorld: true,
    resource: product.type,
    input: toolInput(product),
    output: responseSchema(product).shape.data,
    async run(args, call, { pipeline }) {
      const { requestId: id, principal, startedAt, defer, onAdmission, signal } = call;
      const total = product.limitMs && product.limitMs / 1_000;
      if (total) call.measure((seconds) => ({ progress: Math.min(seconds, total), total }));
      const request = { id, path: MCP_PATH, tool: named.name, startedAt, onAdmission, signal };
      const incoming = { ...request, product, principal, bypass: false };
      const longText = LONG_TEXTS.get(product.type);
      let window = windowArguments.parse({});
      const read = () => {
        const { sent, idempotencyKey } = takeIdempotencyKey(args, call);
        if (!longText) return { sent, idempotencyKey };
        window = parseInput(windowArguments, withoutNulls(sent));
        const { max_characters: _most, offset: _offset, ...body } = sent;
        return { sent: body, idempotencyKey };
      };
      const { data } = await requestLookup(incoming, read, { ...pipeline, defer });
      const text = longText && readableText(longText, data, window);
      return { ok: true, content: { ...data }, ...(text !== undefined && { text }) };
    },
  };
}

const MAX_QUERY_CHARS = 500;
const MAX_FOUND = 5;

/** Splits field names into words, so that `phone_number` is found by either word. */
const words = (text: string): string => text.replaceAll(/[_/-]/g, ' ');

/** Words of questions that occur in most texts. */
const STOP_WORDS = new Set(
  'a an and are at by find for from get give how i in is it its me of on or that the this to what when where which who whose with'.split(
    ' ',
  ),
);

/** Stems a plural or verb ending; null for stop words. */
const searchTerm = (word: string): string | null => {
  const term = word.toLowerCase();
  if (STOP_WORDS.has(term)) return null;
  return term.length > 3 && /[^s]s$/.test(term) ? term.slice(0, -1) : term;
};

/** Search index of products by name, inputs and outputs. */
function indexProducts(families: readonly ProductFamily[]): MiniSearch {
  const index = new MiniSearch({
    fields: ['name', 'summary', 'gives', 'takes', 'family', 'details'],
    processTerm: searchTerm,
    searchOptions: {
      boost: { name: 4, summary: 4, details: 0.3 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  for (const { name: family, summary: about, products } of families)
    for (const product of products) {
      const { type: id, summary, input, classification, insights } = product;
      const gives = [classification, insights].flatMap(({ schema }) => fieldNames(schema));
      const takes = Object.keys(input.shape);
      const texts = { gives: gives.join(' '), takes: takes.join(' '), summary };
      const name = `${productName(product)} ${product.bulk ?? ''}`;
      const details = [inputSchemaOf(input), outputSchemaOf(classification.schema)];
      const all = { name, ...texts, details: JSON.stringify(details) };
      const named = Object.entries(all).map(([key, text]) => [key, words(text)]);
      index.add({ id, ...Object.fromEntries(named), family: `${family} ${about}` });
    }
  return index;
}

const foundLookup = z.object({
  name: z.string(),
  summary: z.string(),
  price: z.string(),
  gives: z.array(z.string()),
  needs: z.array(z.string()),
  bulk_type: z.string().nullable(),
  available: z.boolean(),
  input_schema: z.record(z.string(), z.unknown()),
});

const findArguments = z.object({ query: requiredText });

/**
 * Finds products for a question, so that a list of tools need not contain them all.
 * @param tools the products' own tools
 */
export function findLookups(
  families: readonly ProductFamily[],
  tools: ReadonlyMap<string, Tool>,
): Tool {
  const products = new Map(
    families.flatMap((family) => family.products).map((product) => [product.type, product]),
  );
  // Built by the first search.
  let index: MiniSearch | null = null;
  return {
    name: 'find_lookups',
    title: 'Find lookups',
    description: `Finds which of ${products.size} lookups answers a question: phone, email, IP, person, company, domain, web page, social media, search traffic, property. Free. Returns name, price, needs and input_schema of the best ${MAX_FOUND}; run one with lookup.`,
    readOnly: true,
    openWorld: false,
    resource: 'owned',
    input: z.object({ query: field.text('What you are looking for, in a few words.') }),
    output: z.object({ lookups: z.array(foundLookup), other_names: z.array(z.string()) }),
    async run(args, call, services) {
      const caller = await admitCaller(call, services, 'owned');
      const { query } = parseInput(findArguments, args);
      const mayReach = resourcesInReach(call, caller);
      index ??= indexProducts(families);
      const hits = index
        .search(query.slice(0, MAX_QUERY_CHARS))
        .flatMap(({ id }) => products.get(String(id)) ?? [])
        .filter(({ type }) => mayReach(type))
        .slice(0, MAX_FOUND);
      const others = [...products.values()].filter(
        (product) => mayReach(product.type) && !hits.includes(product),
      );
      const lookups = await Promise.all(
        hits.map(async (product) => {
          const input_schema = inputSchemaOf(
            tools.get(productName(product))?.input ?? product.input,
          );
          const { available } = await readSourceStates(product, services.pipeline.world);
          return {
            name: productName(product),
            summary: product.summary,
            price: describePrice(product),
            gives: fieldNames(product.classification.schema),
            needs: (input_schema.required as string[] | undefined) ?? [],
            bulk_type: product.bulk ?? null,
            available,
            input_schema,
          };
        }),
      );
      return { ok: true, content: { lookups, other_names: others.map(productName) } };
    },
  };
}

const lookupArguments = z.object({
  name: requiredText,
  arguments: z.record(z.string(), z.unknown()).default({}),
});

export const lookupByName = (tools: ReadonlyMap<string, Tool>): Tool => ({
  name: 'lookup',
  title: 'Run a lookup',
  description:
    'Runs a lookup that find_lookups found. Costs its price. Returns request, metadata, classification and insights.',
  readOnly: true,
  openWorld: true,
  resource: 'owned',
  input: z.object({
    name: field.text('Name, as in find_lookups.'),
    arguments: z
      .record(z.string(), z.unknown())
      .describe(
        'Arguments by its input_schema; bypass_cache and idempotency_key are also accepted.',
      ),
  }),
  output: z.object({
    request: z.record(z.string(), z.unknown()),
    metadata: z.record(z.string(), z.unknown()),
    classification: z.record(z.string(), z.unknown()),
    insights: z.record(z.string(), z.unknown()),
  }),
  async run(args, call, services) {
    const refuse = (problem: unknown) =>
      loggedCall('lookup', call, services, async (refused) => {
        // Authorization before validation: 401 and 403 come before the refusal of a name.
        await admitOwner(refused, services);
        throw problem;
      });
    // A sign-in calls the tools of its products; this one needs an API key.
    if (call.principal.kind === 'agent') return refuse(new ApiError('INSUFFICIENT_SCOPE'));
    let given: z.output<typeof lookupArguments>;
    try {
      given = parseInput(lookupArguments, withoutNulls(args));
    } catch (problem) {
      return refuse(problem);
    }
    const tool = tools.get(given.name.replaceAll('-', '_'));
    if (tool) return tool.run(given.arguments, call, services);
    const message = 'name: is not a lookup; find_lookups lists the names.';
    return refuse(new ApiError('INVALID_INPUT', message, { param: 'name' }));
  },
});
