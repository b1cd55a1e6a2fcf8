/** What a call asks for: the type of a product, the account, or nothing but who is connected. */
export type Resource = 'account' | 'connection' | (string & {});

/** Reads of the account's own: in reach of every API key, whatever products it is limited to. */
const READS: readonly Resource[] = ['account', 'connection'];

/**
 * What each scope of an agent's sign-in reaches (specification, "Agent-protocol server"). Whatever
 * stands in no row is for API keys.
 */
export const AGENT_SCOPES: ReadonlyMap<string, readonly Resource[]> = new Map([
  ['lookup', ['phone', 'email', 'ip']],
  ['account:read', ['account']],
]);

/** Whether an agent with these scopes may ask for this; every one may ask who it is. */
export const isInAgentReach = (scopes: readonly string[], resource: Resource | undefined) =>
  resource === 'connection' ||
  (resource !== undefined &&
    scopes.some((scope) => AGENT_SCOPES.get(scope)?.includes(resource) === true));

/** Whether a key may ask for this. @param scopes product types; null for all */
export const isInKeyReach = (
  scopes: readonly string[] | null,
  resource: Resource | undefined,
): boolean =>
  scopes === null ||
  resource === undefined ||
  READS.includes(resource) ||
  scopes.includes(resource);
