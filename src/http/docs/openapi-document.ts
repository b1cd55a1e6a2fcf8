import type * as z from 'zod';
import {
  API_VERSION,
  errorBody,
  metadataSection,
  recommendationsSection,
  riskSection,
} from '../../lookup/envelope.ts';
import type { AnyProduct, ProductFamily } from '../../lookup/product.ts';
import {
  errorResponseComponents,
  headerComponents,
  idempotencyKeyParameter,
  RATE_LIMITED_HEADERS,
  READ_ERRORS,
} from '../openapi/error-responses.ts';
import { addRecordedAnswers, EXAMPLE_ORIGIN } from '../openapi/examples.ts';
import { componentSchemas } from '../openapi/json-schemas.ts';
import { describePaths, inputSchemas, outputSchemas, type RouteGroup } from '../openapi/route.ts';
import { type RateLimits, SERVICE_TITLE, serviceDescription } from '../openapi/service-overview.ts';
import { batchRoutes } from '../v1/batch.ts';
import { bulkRoutes } from '../v1/bulk.ts';
import { lookupOperation, requestSchemas, responseSchemas } from '../v1/lookup.ts';
import { monitorRoutes } from '../v1/monitors.ts';
import { requestRoutes } from '../v1/requests.ts';
import { accountRoutes, serviceRoutes } from '../v1/service.ts';
import { webhookEndpointRoutes } from '../v1/webhook-endpoints.ts';
import { describeWebhooks } from '../v1/webhook-messages.ts';
import { webhookAndFileRoutes } from '../v1/webhooks-and-files.ts';

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: Record<string, unknown>;
  servers: { url: string }[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, unknown>>;
  /** Absent from a part of the document. */
  webhooks?: Record<string, unknown>;
  components: Record<
    'schemas' | 'responses' | 'headers' | 'parameters' | 'securitySchemes',
    Record<string, unknown>
  >;
}

/** Parts of the envelope that answers of every product share. */
const SHARED_SCHEMAS: [string, z.ZodType][] = [
  ['Metadata', metadataSection],
  ['RiskAssessment', riskSection],
  ['Recommendations', recommendationsSection],
  ['ErrorResponse', errorBody],
];

const parameters = {
  BypassCache: {
    name: 'bypass_cache',
    in: 'query',
    description:
      'Skip the 7-day cache and look up afresh, at full price. Also accepted in the body.',
    schema: { type: 'string', enum: ['true', '1'] },
  },
  IdempotencyKey: idempotencyKeyParameter(
    'A new UUID per lookup. If it is sent again within 24 hours with the same body and API key, the first answer is returned and nothing is charged, with or without `bypass_cache`. Failures are not stored.',
  ),
  ChangeKey: idempotencyKeyParameter(
    'A new UUID per call. If it is sent again within 24 hours with the same body and API key, the first answer is returned, with its secret if it had one, and nothing is done again. Failures are not stored.',
  ),
};

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key: `sk_live_…`, or `sk_test_…` for the sandbox. Keys belong to an organization and are for servers, never for a page or an app.',
  },
};

/** The routes of `/v1` besides the lookups, by subject. */
export const serviceResources = (products: readonly AnyProduct[]) => [
  batchRoutes,
  bulkRoutes(products),
  monitorRoutes,
  webhookEndpointRoutes,
  webhookAndFileRoutes,
  requestRoutes,
  accountRoutes,
  serviceRoutes,
];

/**
 * The interface as OpenAPI 3.1, generated from the products' own schemas. Deterministic.
 * @param publicUrl scheme and host of the service
 * @param resources routes to include besides the lookups; a page of the reference includes its own
 */
export function openApiDocument(
  families: readonly ProductFamily[],
  limits: RateLimits,
  publicUrl = EXAMPLE_ORIGIN,
  resources: readonly RouteGroup<never>[] = serviceResources(
    families.flatMap((family) => family.products),
  ),
): OpenApiDocument {
  const products = families.flatMap((family) => family.products);
  const lookups = families.flatMap(({ name, products }) =>
    products.map(
      (product) => [`/v1${product.path}`, lookupOperation(product, name, limits)] as const,
    ),
  );
  const services = describePaths(resources, {
    headers: RATE_LIMITED_HEADERS,
    errors: READ_ERRORS,
    keyParameter: { $ref: '#/components/parameters/ChangeKey' },
  });
  addRecordedAnswers(services, publicUrl);
  const paths = { ...Object.fromEntries(lookups), ...services };
  return {
    openapi: '3.1.0',
    info: {
      title: SERVICE_TITLE,
      version: API_VERSION,
      description: serviceDescription(limits),
      termsOfService: `${publicUrl}/terms`,
      contact: { url: `${publicUrl}/docs` },
      license: { name: 'Terms of the operator', url: `${publicUrl}/terms` },
    },
    servers: [{ url: publicUrl }],
    security: [{ apiKey: [] }],
    tags: [
      ...families.map(({ name, summary }) => ({ name, description: summary })),
      ...new Set(resources.map(({ tag }) => tag)),
    ],
    paths,
    // Only with both: webhooks use the schemas of monitors.
    ...([monitorRoutes, webhookEndpointRoutes].every((each) =>
      resources.includes(each as never),
    ) && { webhooks: describeWebhooks(webhookEndpointRoutes.tag.name) }),
    components: {
      schemas: {
        ...componentSchemas(
          [...products.flatMap(requestSchemas), ...inputSchemas(resources)],
          'body',
        ),
        ...componentSchemas(
          [...SHARED_SCHEMAS, ...outputSchemas(resources), ...products.flatMap(responseSchemas)],
          'answer',
        ),
      },
      responses: errorResponseComponents(paths, { counts: true, origin: publicUrl }),
      headers: headerComponents,
      parameters,
      securitySchemes,
    },
  };
}
