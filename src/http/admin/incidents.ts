import * as z from 'zod';
import {
  INCIDENT_STATES,
  incidentFields,
  listIncidents,
  openIncident,
  updateIncident,
} from '../../operations/status.ts';
import { EXAMPLE_ID } from '../openapi/examples.ts';
import { nameField, optionalField, requiredField } from '../request/validation.ts';
import { operatorRoute, productNamed, successAnswer } from './shared.ts';

const MAX_TEXT_CHARS = 5_000;

const updateFields = {
  text: requiredField(z.string().trim().min(1).max(MAX_TEXT_CHARS)).describe(
    'What callers should know.',
  ),
  state: requiredField(z.enum(INCIDENT_STATES)).describe('`resolved` ends the incident.'),
};

const listRoute = operatorRoute({
  endpoint: 'GET /admin/incidents',
  operationId: 'listIncidents',
  summary: 'Incidents on the status page, newest first',
  description: 'At most 200 are kept.',
  answer: successAnswer(() => ({ incidents: z.array(z.object(incidentFields)) })),
  handle: async (_, { operations }) => ({ incidents: await listIncidents(operations) }),
});

const openRoute = operatorRoute({
  endpoint: 'POST /admin/incidents',
  operationId: 'openIncident',
  summary: 'Report an outage on the status page',
  description: 'The page says degraded until it is resolved.',
  isOnce: true,
  body: {
    schema: z.object({
      title: requiredField(nameField),
      part: optionalField(nameField).describe(
        'Type of the product affected; by default the whole service.',
      ),
      ...updateFields,
    }),
    example: { title: 'Lookups are slow', text: 'We are investigating.', state: 'investigating' },
  },
  status: 201,
  answer: successAnswer(() => incidentFields),
  handle({ body, form }, { operations, products }) {
    const part = body.part === null ? null : productNamed(body.part, 'part', products).type;
    return openIncident({ ...body, part, ...(form && { form }) }, operations);
  },
});

const updateRoute = operatorRoute({
  endpoint: 'PATCH /admin/incidents/:id',
  operationId: 'updateIncident',
  summary: 'Add an update to an incident, or resolve it',
  description: 'Updates are shown in their order.',
  isOnce: true,
  params: { id: { description: 'Id of the incident.', example: EXAMPLE_ID } },
  body: {
    schema: z.object(updateFields),
    example: { text: 'The problem is solved.', state: 'resolved' },
  },
  answer: successAnswer(() => incidentFields),
  errors: ['NotThere'],
  handle: ({ body, param, form }, { operations }) =>
    updateIncident(param('id'), { ...body, ...(form && { form }) }, operations),
});

export const incidentRoutes = {
  tag: { name: 'Incidents', description: 'Incidents on the status page.' },
  routes: [listRoute, openRoute, updateRoute],
};
