import python from '../../../clients/python/README.md';
import typescript from '../../../clients/typescript/README.md';
import { ApiError } from '../../lib/errors.ts';
import { MAX_BATCH_LOOKUPS } from '../../lookup/account/order.ts';
import { credentialError } from '../../lookup/account/principal.ts';
import { QUOTAS } from '../../lookup/account/quotas.ts';
import {
  metadataSection,
  recommendationsSection,
  refusalBody,
  requestSection,
  riskSection,
} from '../../lookup/envelope.ts';
import { WEBHOOK_TYPES } from '../../lookup/jobs/webhooks.ts';
import { MAX_IDEMPOTENCY_KEY_CHARS } from '../../lookup/pipeline/lookup-request.ts';
import type { AnyProduct } from '../../lookup/product.ts';
import { HOST_LIMIT } from '../../webhooks/redelivery.ts';
import { EXAMPLE_ID, exampleRequest } from '../openapi/examples.ts';
import { jsonSchema } from '../openapi/json-schemas.ts';
import { BILLING_RULES, limitRows, type RateLimits } from '../openapi/service-overview.ts';
import { type Block, codeBlock, formatJson, type Guide, heading, parseGuide } from './blocks.ts';
import { errorIndexBlocks } from './error-pages.ts';
import agents from './guides/agents.md';
import authentication from './guides/authentication.md';
import batches from './guides/batches.md';
import billing from './guides/billing.md';
import bulk from './guides/bulk.md';
import envelope from './guides/envelope.md';
import errors from './guides/errors.md';
import idempotency from './guides/idempotency.md';
import monitors from './guides/monitors.md';
import pagination from './guides/pagination.md';
import quickStart from './guides/quick-start.md';
import rateLimits from './guides/rate-limits.md';
import testing from './guides/testing.md';
import webhooks from './guides/webhooks.md';
import { listFields } from './schema-fields.ts';
import { callSnippets } from './snippets.ts';

interface GuideContext {
  origin: string;
  limits: RateLimits;
  products: readonly AnyProduct[];
  /** A key of the demo organization; null if there is none. */
  demoKey: string | null;
}

/** A client's README as a guide, with a distinct title: the packages share one name. */
const clientGuide = (readme: string, title: string): string =>
  readme.replace(/^# .*/, `# ${title}`);

/** The guides in reading order, by the last segment of their path. */
const GUIDES = {
  'quick-start': quickStart,
  authentication,
  envelope,
  errors,
  billing,
  'rate-limits': rateLimits,
  pagination,
  idempotency,
  testing,
  batches,
  bulk,
  monitors,
  webhooks,
  agents,
  typescript: clientGuide(typescript, 'TypeScript client and command line'),
  python: clientGuide(python, 'Python client'),
} as const;

type GuideName = keyof typeof GUIDES;

export const GUIDE_NAMES = Object.keys(GUIDES) as GuideName[];

const SHARED_SECTIONS = {
  request: requestSection,
  metadata: metadataSection,
  risk_assessment: riskSection,
  recommendations: recommendationsSection,
};

const EVENT_EXAMPLE = `{
  "id": "evt_…",
  "phone_number": "+14155550100",
  "label": "customer 17",
  "changes": { "status": { "from": "ACTIVE", "to": "INACTIVE" } },
  "previous_snapshot": { … },
  "current_snapshot": { … },
  "detected_at": "2026-01-15T09:30:00.000Z"
}`;

const refusalBlock = (label: string, refusal: ApiError, origin: string): Block =>
  codeBlock(label, 'json', formatJson(refusalBody(refusal, { requestId: EXAMPLE_ID, origin })));

const callBlock = (label: string, url: string, body: unknown): Block => ({
  kind: 'code',
  label,
  tabs: callSnippets({ method: 'POST', url, body, withKey: true }),
});

/** Forced refusals of a product: the input to send, and the code returned. */
const refusalRows = ({ sandbox }: AnyProduct): string[][] =>
  sandbox.flatMap((entry) =>
    'fails' in entry
      ? [[`\`${entry.subject}\``, entry.shows, `[${entry.fails}](/docs/errors/${entry.fails})`]]
      : [],
  );

const answeredInputs = ({ sandbox }: AnyProduct): string[] =>
  sandbox.filter((entry) => 'fact' in entry).map(({ subject }) => subject);

/** Blocks that guides insert, by guide. Built when a guide is read, since some read schemas. */
const INSERTS: Partial<
  Record<GuideName, (context: GuideContext, first: AnyProduct) => Record<string, readonly Block[]>>
> = {
  'quick-start': ({ origin }, first) => ({
    'first-call': [callBlock('A first call', `${origin}/v1${first.path}`, exampleRequest(first))],
  }),
  authentication: ({ origin }) => ({
    unauthorized: [refusalBlock('A call without a key', credentialError('missing'), origin)],
  }),
  envelope: ({ origin }) => ({
    refusal: [
      refusalBlock(
        'A refusal',
        new ApiError('MISSING_FIELD', 'phone_number: is required', { param: 'phone_number' }),
        origin,
      ),
    ],
    sections: Object.entries(SHARED_SECTIONS).flatMap(([name, schema]): Block[] => [
      heading(name, 3, name),
      {
        kind: 'fields',
        id: name,
        sending: false,
        fields: listFields(jsonSchema(schema, 'answer')),
      },
    ]),
  }),
  errors: () => ({ codes: errorIndexBlocks() }),
  billing: () => ({ rules: [BILLING_RULES] }),
  'rate-limits': ({ limits }) => ({
    limits: [
      {
        kind: 'table',
        caption: 'Rate limits',
        head: ['What counts', 'At most'],
        rows: limitRows(limits).map(({ name, rule }) => [name, rule]),
      },
    ],
  }),
  testing: (_, first) => ({
    refusals: [
      {
        kind: 'table',
        caption: 'Forced refusals',
        head: ['Input', 'Shows', 'Code'],
        rows: refusalRows(first),
      },
    ],
  }),
  batches: ({ origin, products }) => {
    const requests = products
      .slice(0, 2)
      .map((product) => ({ type: product.type, ...exampleRequest(product) }));
    return { 'first-batch': [callBlock('A batch', `${origin}/v1/batch`, { requests })] };
  },
  bulk: ({ origin, products }) => {
    const types = products.flatMap(({ bulk: type, path }) =>
      type ? [`\`${type}\`, as [POST /v1${path}](/docs${path})`] : [],
    );
    const product = products.find(({ bulk: type }) => type !== undefined);
    const job = { type: product?.bulk, inputs: product && answeredInputs(product).slice(0, 2) };
    return {
      types: [types],
      'create-job': [callBlock('Create a job', `${origin}/v1/bulk/jobs`, job)],
    };
  },
  monitors: ({ origin }) => ({
    'create-monitor': [
      callBlock('Make a monitor', `${origin}/v1/number-monitors`, {
        name: 'Customers',
        frequency: 'weekly',
        numbers: [{ phone_number: '+14155550100', label: 'customer 17' }],
      }),
    ],
    event: [codeBlock('An event', 'json', EVENT_EXAMPLE)],
  }),
  webhooks: () => ({ types: [WEBHOOK_TYPES.map((type) => `\`${type}\``)] }),
};

/** Values of placeholders inside the lines of guides. */
function guideTexts({ origin, demoKey, products }: GuideContext, first: AnyProduct) {
  const bulkProduct = products.find(({ bulk: type }) => type !== undefined) ?? first;
  return {
    origin,
    'api-key': demoKey ?? 'sk_test_…',
    phone: String(Object.values(exampleRequest(first))[0]),
    'first-product': `[POST /v1${first.path}](/docs${first.path})`,
    'key-chars': String(MAX_IDEMPOTENCY_KEY_CHARS),
    'host-attempts': String(HOST_LIMIT.attempts),
    'hourly-attempts': String(QUOTAS.askedDeliveries.ceiling.perHour),
    'batch-lookups': String(MAX_BATCH_LOOKUPS),
    'bulk-type': String(bulkProduct.bulk),
    'bulk-inputs': JSON.stringify(answeredInputs(bulkProduct).slice(0, 2)),
  };
}

/** A guide with its placeholders and inserts filled in. */
export function readGuide(name: GuideName, context: GuideContext): Guide {
  const [first] = context.products;
  if (!first) throw new Error('the guides show the first product');
  const markdown = Object.entries(guideTexts(context, first)).reduce(
    (text, [placeholder, value]) => text.replaceAll(`{{${placeholder}}}`, value),
    GUIDES[name] as string,
  );
  return parseGuide(markdown, INSERTS[name]?.(context, first) ?? {});
}

export function guideTitle(name: GuideName): Pick<Guide, 'title' | 'summary'> {
  const [title = '', , summary = ''] = (GUIDES[name] as string).split('\n');
  return { title: title.slice(2), summary };
}
