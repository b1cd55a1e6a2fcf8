import * as z from 'zod';
import { accountData, describeOwnAccount } from '../../accounts/account-resource.ts';
import type { OwnAccount } from '../../lookup/account/account.ts';
import type { Caller } from '../../lookup/account/caller.ts';
import type { Resource } from '../../lookup/account/principal.ts';
import { callAccount, requireAdmitted } from '../../lookup/pipeline/admission.ts';
import type { McpCall, McpServices, Tool } from './tool.ts';

/** Admits a read of the account and gives it. @throws ApiError */
async function readOwn(
  resource: Resource,
  { principal, startedAt, onAdmission }: McpCall,
  { access }: McpServices,
): Promise<{ account: OwnAccount; caller: Caller }> {
  const { admission, account } = await callAccount(() =>
    access.accounts.readOwn({ ...principal, resource }),
  );
  onAdmission(admission);
  const { caller } = requireAdmitted(admission, startedAt);
  if (!account) throw new Error('the account admitted a read and did not answer it');
  return { account, caller };
}

export const getAccount: Tool = {
  name: 'get_account',
  title: 'Read the account',
  description:
    'Plan, credits and usage of the organization that pays. Free. Gives user, organization, subscription, tokens (total_available is what can be spent now), usage and api_key. Call it before a long run, to know whether the balance covers it.',
  readOnly: true,
  openWorld: false,
  input: z.object({}),
  output: accountData,
  async run(_, call, services) {
    const { account, caller } = await readOwn('account', call, services);
    const keyId = call.principal.kind === 'key' ? caller.keyId : null;
    return { ok: true, content: describeOwnAccount(account, keyId) };
  },
};

const connection = z.object({
  connected: z.literal(true),
  signed_in_by: z.enum(['api_key', 'oauth']).describe('How this connection was made.'),
  mode: z.enum(['live', 'test']).describe('A test connection answers samples and costs nothing.'),
  organization: z.object({ id: z.string(), name: z.string() }).describe('Who pays.'),
  user: z
    .object({ email: z.string().nullable() })
    .describe('Whose key or sign-in it is; null when they left the organization.'),
  scopes: z
    .array(z.string())
    .nullable()
    .describe('What the connection is limited to; null for everything.'),
});

export const confirmConnection: Tool = {
  name: 'confirm_connection',
  title: 'Confirm the connection',
  description:
    'Tells whether this connection works, and for which organization and user. Free. Call it once after connecting, and tell the user who pays before anything is spent.',
  readOnly: true,
  openWorld: false,
  input: z.object({}),
  output: connection,
  async run(_, call, services) {
    const { account, caller } = await readOwn('connection', call, services);
    const { principal } = call;
    const { id, name } = account.organization;
    const content: z.infer<typeof connection> = {
      connected: true,
      signed_in_by: principal.kind === 'agent' ? 'oauth' : 'api_key',
      mode: caller.mode,
      organization: { id, name },
      user: { email: account.email },
      scopes: principal.kind === 'agent' ? [...principal.scopes] : [...(caller.scopes ?? [])],
    };
    const isUnlimited = principal.kind === 'key' && !caller.scopes;
    return { ok: true, content: isUnlimited ? { ...content, scopes: null } : content };
  },
};
