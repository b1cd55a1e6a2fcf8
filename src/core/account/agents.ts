import type { OrganizationRef } from './access.ts';

/** Path of the tokens' audience below the service's own address. */
export const MCP_PATH = '/mcp';

/** What an agent asks a user for. Every text in it may come from the client. */
export interface ConsentAsked {
  /** As the client calls itself. */
  clientName: string;
  /** Domain that published that name; null when nobody vouches for it. */
  clientDomain: string | null;
  /** Where the answer goes: scheme, host and port. */
  redirectOrigin: string;
  /** It goes to a program on the user's own machine. */
  isLoopback: boolean;
  /** See {@link AGENT_SCOPES}. */
  scopes: readonly string[];
}

/**
 * An authorization request, read.
 * - `refused`: the client or its redirect address is not to be trusted, so it is told here
 * - `returned`: it is told to the client, at an address that is its own
 */
export type ConsentReading =
  | { kind: 'asked'; asked: ConsentAsked }
  | { kind: 'refused'; message: string }
  | { kind: 'returned'; to: string };

/** What becomes of an authorization request, given by its query. */
export interface AgentConsents {
  /** @param origin scheme and host of the service */
  read(query: string, origin: string): Promise<ConsentReading>;
  /** Lets the agent in. @returns where the browser goes now */
  allow(
    query: string,
    origin: string,
    who: { userId: string; organization: OrganizationRef },
  ): Promise<ConsentReading>;
  deny(query: string, origin: string): Promise<ConsentReading>;
}
