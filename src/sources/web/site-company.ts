import type { Source } from '../../core/lookup/source.ts';
import { NoSuchHost } from '../../core/network.ts';
import type { WebSite } from '../../core/web/site.ts';
import { readOwner } from './organization/page-owner.ts';
import { readCompany, type SiteFact } from './organization/read-company.ts';
import { SiteVisit } from './page/site-visit.ts';

/** What a company says of itself on its home page. A domain without a web site has said nothing. */
export const siteCompany: Source<WebSite, SiteFact> = {
  name: 'site',
  label: 'company_website',
  kind: 'open',
  available: () => true,
  async ask({ domain, origins }, world) {
    const visit = new SiteVisit(world);
    try {
      return await visit.home(origins, async ({ url, text }) =>
        readCompany(await readOwner(text, visit.isLate), url, domain),
      );
    } catch (error) {
      if (error instanceof NoSuchHost) return null;
      throw error;
    }
  },
};
