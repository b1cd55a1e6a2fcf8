import { isInAgentReach, isInKeyReach } from '../../accounts/keys/access-check.ts';
import type { Caller } from '../../lookup/account/caller.ts';
import type { Resource } from '../../lookup/account/principal.ts';
import { requestAdmission, requireAdmitted } from '../../lookup/pipeline/account-calls.ts';
import type { McpRequest, McpServices } from './tool.ts';

/**
 * Admits who asks what is no call of the account or a product. Without a plan the tools can be
 * read, not called.
 * @throws ApiError UNAUTHORIZED, INSUFFICIENT_SCOPE, RATE_LIMIT_EXCEEDED
 */
export async function admitCaller(call: McpRequest, { access }: McpServices): Promise<Caller> {
  const principal = { ...call.principal, resource: 'connection' };
  const admission = await requestAdmission(principal, 'uncounted', null, access.accounts);
  if (admission.code === 'UPGRADE_REQUIRED') return admission.caller;
  return requireAdmitted(admission, call.startedAt).caller;
}

/** Admits a call about jobs, in the account's window. @throws ApiError */
export async function admitOwner(
  { principal, startedAt, onAdmission }: McpRequest,
  { access }: McpServices,
): Promise<Caller> {
  const owner = { ...principal, resource: 'owned' };
  const admission = await requestAdmission(owner, 'account', null, access.accounts);
  onAdmission(admission);
  return requireAdmitted(admission, startedAt).caller;
}

/** Which resources a caller's scopes include. */
export const resourcesInReach =
  ({ principal }: McpRequest, { scopes }: Caller) =>
  (resource: Resource): boolean =>
    principal.kind === 'agent'
      ? isInAgentReach(principal.scopes, resource)
      : isInKeyReach(scopes ?? null, resource);
