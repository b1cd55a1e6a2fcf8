/**
 * What the compiled lists know of mail domains and mailbox names. Domains in lower case, A-labels.
 */
export interface DomainLists {
  /** The domain, or one above it, hands out throwaway addresses. */
  isDisposable(domain: string): boolean;
  /** The forwarding service that hides its user's real address behind this domain, by name. */
  relay(domain: string): string | null;
  /** Anybody can have a free mailbox at exactly this domain. */
  isFree(domain: string): boolean;
  /** The local part names a function, not a person: "info", "no-reply", "sales+eu". */
  isRole(local: string): boolean;
}

/** Which RDAP service answers for a domain (RFC 9224). */
export interface Registries {
  /** Base URL ending in `/`, of the longest matching suffix; null when none is published. */
  rdapBase(domain: string): string | null;
}

/** The newest bootstrap there is: the one cron stored, else the compiled one. */
export interface RegistryList {
  current(): Registries | Promise<Registries>;
  /** Names the bootstrap {@link current} gives. */
  version(): string | Promise<string>;
}
