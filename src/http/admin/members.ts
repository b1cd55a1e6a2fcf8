import * as z from 'zod';
import { describeChanges } from '../../accounts/audit-log.ts';
import { addMember, requireOpenOrganization } from '../../accounts/organizations.ts';
import { removeMember, resetSecondStep } from '../../accounts/team/members.ts';
import { ApiError } from '../../lib/errors.ts';
import { ROLES } from '../../lookup/account/members.ts';
import { emailField, optionalField, requiredField } from '../request/validation.ts';
import { operatorRoute, organizationParams, successAnswer } from './shared.ts';

const addMemberRoute = operatorRoute({
  endpoint: 'POST /admin/organizations/:id/members',
  operationId: 'addMember',
  summary: 'Add a member',
  description: 'The person has no password until a link sets one.',
  params: organizationParams,
  body: {
    schema: z.object({
      email: requiredField(emailField).describe('Email address of the person.'),
      role: optionalField(z.enum(ROLES)).describe('Role of the member; by default member.'),
    }),
    example: { email: 'jane@example.com' },
  },
  answer: successAnswer(() => ({
    user: z.object({ id: z.string(), email: z.string(), role: z.string() }),
  })),
  errors: ['NotThere', 'ChangeConflict'],
  async handle({ c, param, body: { email, role } }, { accounts }) {
    const request = { organizationId: param('id'), email, ...(role && { role }) };
    const user = await addMember(request, accounts);
    c.set('changes', describeChanges({}, { user: user.id, role: user.role }));
    return { user };
  },
});

const removeMemberRoute = operatorRoute({
  endpoint: 'DELETE /admin/organizations/:id/members/:user',
  operationId: 'removeMember',
  summary: 'Remove a member',
  description:
    'The keys they made or rolled and their agents, invitations and webhook endpoints end; their jobs and monitors continue. The last owner cannot be removed.',
  params: {
    ...organizationParams,
    user: { description: 'Id of the member.', example: 'user_demo' },
  },
  answer: successAnswer(() => ({ id: z.string() })),
  errors: ['NotThere', 'ChangeConflict'],
  async handle({ param }, { accounts }) {
    const { id } = await requireOpenOrganization(accounts.db, param('id'));
    const userId = param('user');
    const refusal = await removeMember({ organizationId: id, userId }, accounts);
    if (refusal === 'no_such_member') throw new ApiError('NOT_FOUND', 'There is no such member.');
    if (refusal)
      throw new ApiError(
        'IDEMPOTENCY_CONFLICT',
        'The last owner cannot be removed; close the organization instead.',
      );
    return { id: userId };
  },
});

const secondStepRoute = operatorRoute({
  endpoint: 'POST /admin/second-step/reset',
  operationId: 'resetSecondStep',
  summary: 'Turn off the second step for a person who has lost the app and the codes',
  description: 'All their sessions end; after that, the password alone is enough to sign in.',
  body: {
    schema: z.object({ email: requiredField(emailField).describe('Email address of the person.') }),
    example: { email: 'jane@example.com' },
  },
  answer: successAnswer(() => ({ user: z.object({ id: z.string() }) })),
  errors: ['NotThere'],
  async handle({ c, body }, { accounts }) {
    const { userId } = await resetSecondStep(body.email, accounts);
    c.set('changes', describeChanges({}, { user: userId }));
    return { user: { id: userId } };
  },
});

export const memberRoutes = {
  tag: { name: 'Members', description: 'The people of a customer.' },
  routes: [addMemberRoute, removeMemberRoute, secondStepRoute],
};
