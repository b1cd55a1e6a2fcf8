import { Hono } from 'hono';
import { serviceOrigin } from '../lib/origin.ts';
import { API_VERSION, errorBody } from '../lookup/envelope.ts';
import { auditChanges, auditRoutes } from './admin/audit.ts';
import { requireOperator } from './admin/authentication.ts';
import { backgroundRoutes } from './admin/background-work.ts';
import { incidentRoutes } from './admin/incidents.ts';
import { keyRoutes } from './admin/keys.ts';
import { ledgerRoutes } from './admin/ledger.ts';
import { memberRoutes } from './admin/members.ts';
import { organizationDetailRoutes } from './admin/organization-detail.ts';
import { organizationRoutes } from './admin/organizations.ts';
import { productRoutes } from './admin/products.ts';
import { recordRoutes } from './admin/records.ts';
import { recoveryRoutes, secretRoutes } from './admin/recovery.ts';
import { type AdminServices, operatorRoute } from './admin/shared.ts';
import {
  errorResponseComponents,
  headerComponents,
  OPERATOR_ERRORS,
  REQUEST_ID_HEADER,
} from './openapi/error-responses.ts';
import { EXAMPLE_ORIGIN } from './openapi/examples.ts';
import { componentSchemas } from './openapi/json-schemas.ts';
import { describePaths, plainResponse, type RouteGroup, serveRoutes } from './openapi/route.ts';
import type { AppEnv } from './request/context.ts';

const documentRoute = operatorRoute({
  endpoint: 'GET /admin/openapi.json',
  operationId: 'readOperatorDocument',
  summary: 'This document',
  description: 'OpenAPI 3.1, written from the routes themselves.',
  responses: () => ({
    200: plainResponse('The document.', { 'application/json': { type: 'object' } }),
  }),
  handle: async ({ c }, { publicUrl }) =>
    c.json(operatorDocument(serviceOrigin(publicUrl, c.req.url))),
});

export const OPERATOR_ROUTES: readonly RouteGroup<AdminServices>[] = [
  organizationRoutes,
  memberRoutes,
  organizationDetailRoutes,
  keyRoutes,
  ledgerRoutes,
  productRoutes,
  recordRoutes,
  recoveryRoutes,
  secretRoutes,
  backgroundRoutes,
  incidentRoutes,
  { ...auditRoutes, routes: [...auditRoutes.routes, documentRoute] },
];

/** The operator's interface as OpenAPI 3.1. @param publicUrl scheme and host of the service */
export function operatorDocument(publicUrl = EXAMPLE_ORIGIN) {
  const paths = describePaths(OPERATOR_ROUTES, {
    headers: REQUEST_ID_HEADER,
    errors: OPERATOR_ERRORS,
  });
  const { XRequestId, RetryAfter } = headerComponents;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lookup API, for its operator',
      version: API_VERSION,
      description:
        'The interface behind `npm run -s operator`. Envelope and error codes are those of the public interface.',
      license: { name: 'Terms of the operator', url: `${publicUrl}/terms` },
    },
    servers: [{ url: publicUrl }],
    security: [{ operatorToken: [] }],
    tags: [...new Set(OPERATOR_ROUTES.map(({ tag }) => tag))],
    paths,
    components: {
      schemas: componentSchemas([['ErrorResponse', errorBody]], 'answer'),
      responses: errorResponseComponents(paths, { counts: false, origin: publicUrl }),
      headers: { XRequestId, RetryAfter },
      securitySchemes: {
        operatorToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            '`ADMIN_TOKEN` of the deployment. Without it, this interface does not exist.',
        },
      },
    },
  };
}

/** The operator's routes, below /admin. */
export function adminRoutes(services: AdminServices): Hono<AppEnv> {
  const { adminToken, accounts, warn, rateLimiter } = services;
  const routes = new Hono<AppEnv>();
  routes.use('/admin/*', requireOperator(adminToken, rateLimiter));
  routes.use('/admin/*', auditChanges({ db: accounts.db, clock: accounts.clock, warn }));
  routes.route('/', serveRoutes(OPERATOR_ROUTES, services));
  return routes;
}
