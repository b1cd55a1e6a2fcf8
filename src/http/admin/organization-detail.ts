import * as z from 'zod';
import { readOrganization } from '../../accounts/usage.ts';
import { listJobs } from '../../bulk/jobs.ts';
import { alike } from '../../lib/fields.ts';
import { toIsoOrNull } from '../../lib/time.ts';
import { listMonitors } from '../../monitors/monitors.ts';
import { listDeliveries } from '../../webhooks/delivery-log.ts';
import { timestampOrNull } from '../openapi/json-schemas.ts';
import { monitorForOperator, operatorMonitorSchema } from '../v1/monitor-schemas.ts';
import { deliveryFields, deliverySchema } from '../v1/webhooks-and-files.ts';
import { describeJob } from './background-work.ts';
import {
  describeOrganization,
  listedKeySchema,
  memberSchema,
  organizationRoutes,
  organizationSchema,
  planSchema,
} from './organizations.ts';
import { operatorRoute, organizationParams, successAnswer } from './shared.ts';

/** Number of newest jobs, monitors and deliveries shown with a customer. */
const RECENT_LIMIT = 20;

const detailAnswer = successAnswer(() => ({
  organization: organizationSchema(),
  members: z.array(memberSchema()),
  api_keys: z.array(listedKeySchema()),
  subscription: planSchema().nullable(),
  next_subscription: planSchema().nullable(),
  balance: z.object(alike(z.int(), 'available', 'held', 'subscription', 'rollover', 'purchased')),
  last_used_at: timestampOrNull,
  usage: z.looseObject({
    all_time: z.object({ lookups: z.int(), tokens_consumed: z.int() }),
    by_day: z.array(
      z.object({
        day: z.string(),
        product: z.string(),
        lookups: z.int(),
        tokens_consumed: z.int(),
      }),
    ),
  }),
  jobs: z.array(z.looseObject({ job_id: z.string(), type: z.string(), status: z.string() })),
  monitors: z.array(operatorMonitorSchema),
  deliveries: z.array(deliverySchema),
}));

const detailRoute = operatorRoute({
  endpoint: 'GET /admin/organizations/:id',
  operationId: 'readOrganization',
  summary: 'One customer in full',
  description: `The account, and the newest ${RECENT_LIMIT} jobs, monitors and deliveries.`,
  params: organizationParams,
  answer: detailAnswer,
  errors: ['NotThere'],
  async handle({ param }, ports) {
    const organizationId = param('id');
    const page = { organizationId, mode: null, scopes: null, limit: RECENT_LIMIT, cursor: null };
    const { view, usage } = await readOrganization(organizationId, ports.accounts);
    const [{ jobs }, { monitors }, { deliveries }] = await Promise.all([
      listJobs(page, ports.bulk),
      listMonitors({ ...page, kind: null }, ports.monitors),
      listDeliveries(page, ports.webhooks),
    ]);
    return {
      ...describeOrganization(view, usage),
      jobs: jobs.map((job) => ({ ...describeJob(job), completedAt: toIsoOrNull(job.endedAt) })),
      monitors: monitors.map(monitorForOperator),
      deliveries: deliveries.map(deliveryFields),
    };
  },
});

export const organizationDetailRoutes = { tag: organizationRoutes.tag, routes: [detailRoute] };
