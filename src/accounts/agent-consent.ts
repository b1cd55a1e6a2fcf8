import type { OrganizationRef } from '../lookup/account/principal.ts';

/** Path of the tokens' audience below the service's own address. */
export const MCP_PATH = '/mcp';

/** Who asks a user. Every text in it may come from the client. */
export interface ConsentClient {
  /** As the client calls itself. */
  clientName: string;
  /** Domain that published that name; null when it is not verified. */
  clientDomain: string | null;
  /** Where the answer goes: scheme, host and port; of a program on this machine, its scheme. */
  redirectOrigin: string;
  /** It goes to a program on the user's own machine. */
  isLoopback: boolean;
}

export interface ConsentPrompt extends ConsentClient {
  /** See {@link AGENT_SCOPES}. */
  scopes: readonly string[];
}

/** An authorization request, as the browser brings it. */
export interface ConsentRequest {
  /** With its question mark. */
  query: string;
  /** Scheme and host of the service. */
  origin: string;
  /** Where it comes from; empty when the platform does not say. */
  address: string;
}

/**
 * An authorization request, read.
 * - `refused`: the client or its redirect address is not to be trusted, so the error is shown here
 *   and not sent there
 * - `failed`: the client asks for what cannot be had. The error may go to an address of its own,
 *   but no client is verified here, so the user is asked before (RFC 9700, section 4.11.2)
 */
export type ConsentReading =
  | { kind: 'asked'; asked: ConsentPrompt }
  | { kind: 'refused'; message: string; retryAfterSeconds?: number }
  | { kind: 'failed'; client: ConsentClient; why: string; to: string };

/** What was decided: where the browser goes now. */
export interface ConsentReturned {
  kind: 'returned';
  to: string;
}

/** Who lets an agent in, who pays, and how many credits in a day of UTC; null for any. */
interface ConsentDecision {
  userId: string;
  organization: OrganizationRef;
  creditsPerDay: number | null;
}

export interface AgentConsents {
  read(request: ConsentRequest): Promise<ConsentReading>;
  allow(
    request: ConsentRequest,
    decision: ConsentDecision,
  ): Promise<ConsentReading | ConsentReturned>;
  deny(request: ConsentRequest): Promise<ConsentReading | ConsentReturned>;
}
