import { MCP_PATH } from '../../accounts/agent-consent.ts';
import { isInAgentReach, isInKeyReach } from '../../accounts/keys/access-check.ts';
import type { Caller } from '../../lookup/account/caller.ts';
import type { Resource } from '../../lookup/account/principal.ts';
import { requestAdmission, requireAdmitted } from '../../lookup/pipeline/account-calls.ts';
import { ANSWERED, logged } from '../../lookup/pipeline/lookup-request.ts';
import type { McpCall, McpRequest, McpServices, Tool, ToolAnswer } from './tool.ts';

/**
 * Admits a request that is neither an account call nor a lookup. Without a plan, tools can be
 * listed but not called.
 * @param resource that the caller's scopes must include
 * @throws ApiError UNAUTHORIZED, INSUFFICIENT_SCOPE, RATE_LIMIT_EXCEEDED
 */
export async function admitCaller(
  call: McpRequest,
  { access }: McpServices,
  resource: Resource = 'connection',
): Promise<Caller> {
  const principal = { ...call.principal, resource };
  const admission = await requestAdmission(principal, 'uncounted', null, access.accounts);
  call.onAdmission(admission);
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

/** Outcome of a call that is not a lookup; a refusal body is the 402 of a job. */
const outcomeOf = ({ ok }: ToolAnswer): typeof ANSWERED =>
  ok ? ANSWERED : { status: 402, code: 'UPGRADE_REQUIRED', credits: 0 };

/** Runs a call that is not a lookup, and logs it like the equivalent call over HTTP. */
export const loggedCall = (
  tool: string,
  call: McpCall,
  { pipeline }: McpServices,
  run: (call: McpCall) => Promise<ToolAnswer>,
): Promise<ToolAnswer> =>
  logged(
    { ...call, id: call.requestId, path: MCP_PATH, tool, product: null },
    pipeline,
    (onAdmission) => run({ ...call, onAdmission }),
    outcomeOf,
  );

/** The tool with every call logged. */
export const withLog = (tool: Tool): Tool => ({
  ...tool,
  run: (args, call, services) =>
    loggedCall(tool.name, call, services, (own) => tool.run(args, own, services)),
});

/** Predicate: the resources that a caller's scopes include. */
export const resourcesInReach =
  ({ principal }: McpRequest, { scopes }: Caller) =>
  (resource: Resource): boolean =>
    principal.kind === 'agent'
      ? isInAgentReach(principal.scopes, resource)
      : isInKeyReach(scopes ?? null, resource);
