import * as z from 'zod';
import { accountData, describeOwnAccount } from '../../accounts/account-resource.ts';
import { ApiError } from '../../lib/errors.ts';
import type { JsonSchema } from '../../lib/json-schema.ts';
import type { OwnAccount } from '../../lookup/account/account.ts';
import type { Caller } from '../../lookup/account/caller.ts';
import type { Resource } from '../../lookup/account/principal.ts';
import { field } from '../../lookup/answer-fields.ts';
import { callAccount, requireAdmitted } from '../../lookup/pipeline/account-calls.ts';
import { bulkTypes, type ProductFamily } from '../../lookup/product.ts';
import { withLog } from './admission.ts';
import { bulkVerify, getBulkJob, getBulkResults } from './bulk-tools.ts';
import { findLookups, lookupByName, productName, productTool } from './lookup-tools.ts';
import {
  inputSchemaOf,
  type McpCall,
  type McpServices,
  outputSchemaOf,
  type Tool,
} from './tool.ts';

/** Admits a read of the account and returns the account. @throws ApiError */
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

/** Tool for `GET /v1/account`. */
const getAccount: Tool = {
  name: 'get_account',
  title: 'Read the account',
  description:
    'Plan, credits and usage of the organization that pays; tokens.total_available can be spent now. Free. Call it before a long run.',
  readOnly: true,
  openWorld: false,
  resource: 'account',
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
  signed_in_by: field.enum(['api_key', 'oauth'], 'How this connection was made.'),
  mode: field.enum(['live', 'test'], 'A test connection answers samples and costs nothing.'),
  organization: field.object('Organization that is charged.', { id: z.string(), name: z.string() }),
  user: field.object('User of the key or sign-in; null if they have left the organization.', {
    email: z.string().nullable(),
  }),
  scopes: z
    .array(z.string())
    .nullable()
    .describe('Products to which the connection is limited; null for all.'),
  credits_per_day: z
    .int()
    .nullable()
    .describe(
      'Credits it can spend until midnight UTC; beyond this, calls that cost credits are refused.',
    ),
});

/** Free, and within every scope. */
const confirmConnection: Tool = {
  name: 'confirm_connection',
  title: 'Confirm the connection',
  description:
    'Checks this connection; returns its organization and user. Free. Call it once after connecting.',
  readOnly: true,
  openWorld: false,
  resource: 'connection',
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
      credits_per_day: caller.creditsPerDay ?? null,
      scopes: principal.kind === 'agent' ? [...principal.scopes] : [...(caller.scopes ?? [])],
    };
    const isUnlimited = principal.kind === 'key' && !caller.scopes;
    return { ok: true, content: isUnlimited ? { ...content, scopes: null } : content };
  },
};

/** A tool as `tools/list` returns it. */
interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: 'object' };
  outputSchema?: JsonSchema & { type: 'object' };
  annotations: Record<string, boolean | string>;
}

/** Which tools a connection lists, by the query of its URL. */
export interface ToolSelection {
  /** Families whose products have a tool each; null for none, found by `find_lookups` instead. */
  families: readonly ProductFamily[] | null;
  /** For clients that validate answers themselves; output schemas are three quarters of a list. */
  outputSchemas: boolean;
}

export interface Toolbox {
  /** Callable, listed or not: a client may have a name from elsewhere. */
  tools: ReadonlyMap<string, Tool>;
  list(selection: ToolSelection, mayReach: (resource: Resource) => boolean): ListedTool[];
}

/** Products with a tool name of their own (specification, "Agent-protocol server"). */
const NAMED_TOOLS: readonly { path: string; name: string; title: string; hint: string }[] = [
  {
    path: '/phone',
    name: 'validate_phone',
    title: 'Validate a phone number',
    hint: 'Any country; E.164 is best.',
  },
  { path: '/email', name: 'verify_email', title: 'Verify an email address', hint: '' },
  { path: '/ip', name: 'ip_lookup', title: 'Look up an IP address', hint: 'IPv4 and IPv6.' },
];

/** Name of a family in a URL: `people-at-work`, or its first words. */
const familySlug = ({ name }: ProductFamily): string => name.toLowerCase().replaceAll(' ', '-');

function familiesNamed(names: string, families: readonly ProductFamily[]): ProductFamily[] {
  const wanted = names.split(',').map((name) => name.trim().toLowerCase().replaceAll('_', '-'));
  if (wanted.includes('all')) return [...families];
  const isMeant = (family: ProductFamily, name: string) =>
    `${familySlug(family)}-`.startsWith(`${name}-`);
  for (const name of wanted)
    if (!families.some((family) => isMeant(family, name))) {
      const known = ['all', ...families.map(familySlug)].join(', ');
      throw new ApiError('INVALID_REQUEST', `tools: must be one or more of ${known}.`, {
        param: 'tools',
      });
    }
  return families.filter((family) => wanted.some((name) => isMeant(family, name)));
}

/** @throws ApiError INVALID_REQUEST for an unknown family */
export function parseSelection(
  query: URLSearchParams,
  families: readonly ProductFamily[],
): ToolSelection {
  const names = query.get('tools');
  return {
    families: names ? familiesNamed(names, families) : null,
    outputSchemas: ['1', 'true'].includes(query.get('output_schemas') ?? ''),
  };
}

function annotationsOf({ title, readOnly, openWorld }: Tool): ListedTool['annotations'] {
  // Hints are omitted if they have the protocol's default, or do not apply to a read-only tool.
  return {
    title,
    readOnlyHint: readOnly,
    ...(!readOnly && { destructiveHint: false }),
    ...(!openWorld && { openWorldHint: false }),
  };
}

const listedTool = (tool: Tool, { outputSchemas }: ToolSelection): ListedTool => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: inputSchemaOf(tool.input),
  ...(outputSchemas && { outputSchema: outputSchemaOf(tool.output) }),
  annotations: annotationsOf(tool),
});

/** Tools of all products, built once. */
export function createToolbox(families: readonly ProductFamily[]): Toolbox {
  const products = families.flatMap((family) => family.products);
  const byName = new Map(products.map((each) => [productName(each), productTool(each)]));
  const named = NAMED_TOOLS.map(({ path, ...given }) => {
    const product = products.find((each) => each.path === path);
    if (!product) throw new Error(`there is no product ${path}`);
    return productTool(product, given);
  });
  for (const tool of named) byName.set(tool.name, tool);
  const account = [getAccount, confirmConnection].map(withLog);
  const jobs = [getBulkJob, getBulkResults].map(withLog);
  const generic = [withLog(findLookups(families, byName)), lookupByName(byName)];
  const bulk = (types: readonly string[]) => withLog(bulkVerify(types));
  const all = [...byName.values(), bulk(bulkTypes(products)), ...account, ...jobs, ...generic];
  const doubles = new Set(NAMED_TOOLS.map(({ path }) => path));

  /** Tools of the products of these families, except those in `NAMED_TOOLS`. */
  const ofFamilies = (selected: readonly ProductFamily[]): Tool[] =>
    selected
      .flatMap((family) => family.products)
      .filter(({ path }) => !doubles.has(path))
      .flatMap((product) => byName.get(productName(product)) ?? []);

  return {
    tools: new Map(all.map((tool) => [tool.name, tool])),
    list(selection, mayReach) {
      const types = bulkTypes(products.filter(({ type }) => mayReach(type)));
      const listed = [
        ...named,
        ...(types.length > 0 ? [bulk(types)] : []),
        ...account,
        ...jobs,
        ...(selection.families ? ofFamilies(selection.families) : generic),
      ];
      return listed
        .filter(({ resource }) => mayReach(resource))
        .map((tool) => listedTool(tool, selection));
    },
  };
}
