import type { OrganizationRef } from '../lookup/account/principal.ts';

/** Path of the tokens' audience, below the service's own address. */
export const MCP_PATH = '/mcp';

/** The client that asks for consent. Every text may come from the client itself. */
export interface ConsentClient {
  /** Name the client gives itself. */
  clientName: string;
  /** Domain that published the name; null when it is not verified. */
  clientDomain: string | null;
  /** Scheme, host and port the answer goes to; for a program on the user's machine, its scheme. */
  redirectOrigin: string;
  /** Whether the answer goes to a program on the user's own machine. */
  isLoopback: boolean;
}

export interface ConsentPrompt extends ConsentClient {
  /** See {@link AGENT_SCOPES}. */
  scopes: readonly string[];
}

/** An authorization request, as received from the browser. */
export interface ConsentRequest {
  /** With its question mark. */
  query: string;
  /** Scheme and host of the service. */
  origin: string;
  /** Client address; empty when the platform does not provide it. */
  address: string;
}

/**
 * A parsed authorization request.
 * - `refused`: the client or its redirect address is not trusted, so the error is shown on our page
 *   and not redirected
 * - `failed`: the client asks for something invalid; `why` says what, in a sentence. The error may
 *   be redirected to its own address, but no client is verified, so the user is asked first (RFC
 *   9700, section 4.11.2)
 */
export type ConsentReading =
  | { kind: 'asked'; asked: ConsentPrompt }
  | { kind: 'refused'; message: string; retryAfterSeconds?: number }
  | { kind: 'failed'; client: ConsentClient; why: string; to: string };

/** The decision is made: where to redirect the browser. */
export interface ConsentReturned {
  kind: 'returned';
  to: string;
}

/** The agent is allowed. */
export interface ConsentAllowed extends ConsentReturned {
  grantId: string;
  asked: ConsentPrompt;
}

/** Who allows the agent, which organization pays, and its credits per UTC day; null: no limit. */
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
  ): Promise<ConsentReading | ConsentAllowed>;
  deny(request: ConsentRequest): Promise<ConsentReading | ConsentReturned>;
}
