import { UnusableInput } from '../inputs.ts';
import { registrableDomain } from '../web/domain-name.ts';
import { networkPageUrl, readNetworkProfile } from '../web/profile-address.ts';
import type { WebSite } from '../web/site.ts';

/** Which company is asked for; one of the two is there. */
export interface CompanyKey {
  site: WebSite | null;
  /** Vanity name of its page on the professional network. */
  page: string | null;
}

/**
 * The domain of a site where all of it is the owner's own: a name below a hosting company's, or a port of a host, is
 * not what others know a company by.
 */
export function ownDomain({ site }: CompanyKey): string | null {
  if (!site || site.domain.includes(':')) return null;
  return registrableDomain(site.domain)?.name === site.domain ? site.domain : null;
}

/** Address of the company's page; null where it is asked for by its site. */
export const pageUrlOf = ({ page }: CompanyKey): string | null =>
  page === null ? null : networkPageUrl({ of: 'organization', vanity: page });

/**
 * The vanity name of a company's page: of its address, or bare.
 * @throws UnusableInput for a person's page, and what is no page of the professional network
 */
export function parseCompanyPage(text: string): string {
  const isAddress = /[/:]|linkedin\.com/i.test(text);
  const { of, vanity } = readNetworkProfile(text);
  if (isAddress && of === 'person') throw new UnusableInput('is not the page of a company');
  return vanity;
}
