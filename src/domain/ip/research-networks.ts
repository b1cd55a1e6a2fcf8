import networks from './research-networks.json' with { type: 'json' };

/** Networks that connect universities, schools and institutes with each other, by AS number. */
const RESEARCH_NETWORKS: ReadonlySet<number> = new Set(Object.values(networks).flat());

/** Whether the addresses of a network are used by the members it connects, not by itself. */
export const isResearchNetwork = (asn: number | null): boolean =>
  asn !== null && RESEARCH_NETWORKS.has(asn);
