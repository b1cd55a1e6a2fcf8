import * as z from 'zod';
import {
  countSecretVersions,
  STORED_SECRETS,
  VERSION_STATES,
} from '../../recovery/secret-versions.ts';
import { optionalField } from '../request/validation.ts';
import { operatorRoute, pageAnswer } from './shared.ts';

const findingSchema = () =>
  z.object({
    secret: z.enum(STORED_SECRETS),
    things: z.string().describe('What hangs on it.'),
    version: z.int().nullable().describe('Null where they do not say.'),
    count: z.int(),
    state: z
      .enum(VERSION_STATES)
      .describe('Whether that version is the first of the variable, another, or none of it.'),
  });

const secretVersionsRoute = operatorRoute({
  method: 'get',
  path: '/admin/secret-versions',
  operationId: 'countSecretVersions',
  summary: 'What hangs on each version of a secret that is replaced',
  description:
    'Counts by version: usable API keys of some organizations a call, and with the first call what is sealed. A version of which there is none may be taken out of its variable. Asked again with `next_cursor` until there is none.',
  query: z.object({
    cursor: optionalField(z.string().max(120)).describe('`next_cursor` of the step before.'),
  }),
  answer: pageAnswer('findings', findingSchema),
  handle: ({ query: { cursor } }, { accounts, storedSecrets }) =>
    countSecretVersions(cursor ?? null, storedSecrets, accounts),
});

/** Rotation of the service's own secrets. */
export const secretRoutes = {
  tag: { name: 'Secrets', description: 'What hangs on which version of a secret.' },
  routes: [secretVersionsRoute],
};
