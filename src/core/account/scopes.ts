import { ApiError } from '../errors.ts';

/**
 * What a call asks for: the type of a product, the account, nothing but who is connected, or what
 * is `owned`: jobs, monitors and deliveries, of which the verb that loads one asks {@link
 * requireScopes}.
 */
export type Resource = 'account' | 'connection' | 'owned' | (string & {});

/** In reach of every API key, whatever products it is limited to. */
const UNLIMITED: readonly Resource[] = ['account', 'connection', 'owned'];

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
  (resource !== undefined && (UNLIMITED.includes(resource) || scopes.includes(resource)));

/** Whether every one of these product types is in scope. @param scopes null for all */
export const areInScope = (scopes: readonly string[] | null, types: readonly string[]): boolean =>
  scopes === null || types.every((type) => scopes.includes(type));

/**
 * Refuses a key what is of products beyond its scopes: spending on it, reading it, changing it.
 * @param types product types of a job, a monitor or a delivery @throws ApiError INSUFFICIENT_SCOPE
 */
export function requireScopes(scopes: readonly string[] | null, types: readonly string[]): void {
  if (areInScope(scopes, types)) return;
  const message = 'The scopes of this API key do not include every product this is about.';
  throw new ApiError('INSUFFICIENT_SCOPE', message);
}
