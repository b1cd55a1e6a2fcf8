import { describe, expect, it } from 'vitest';
import { mentionsAddress } from '../../src/domain/place/street-address.ts';
import { parseWebSite } from '../../src/domain/web/site.ts';
import { readContents } from '../../src/web-reader/contacts/contents-reader.ts';
import { linkPage } from '../../src/web-reader/link-page/link-page.ts';
import { siteCompany } from '../../src/web-reader/site-company.ts';
import { fakeSites } from '../products/web/fake-sites.ts';
import { cpuMs } from '../products/web/growth.ts';

/** Many times what a page of this size takes otherwise. */
const MOST_MS = 1_500;
const SITE = 'https://acme-widgets.com/';

const json = (data: unknown) =>
  `<script type="application/ld+json">${typeof data === 'string' ? data : JSON.stringify(data)}</script>`;

/** Milliseconds of the processor that a page's company takes. */
async function companyMs(body: string): Promise<number> {
  const { world } = fakeSites({ [SITE]: { body: `<title>Acme</title>${body}` } });
  const start = cpuMs();
  await siteCompany.ask(parseWebSite('acme-widgets.com'), world);
  return cpuMs() - start;
}

describe('the data a page embeds is read in time', { timeout: 120_000 }, () => {
  it('where an organization names an address by reference over and over', async () => {
    const others = Array.from({ length: 1_500 }, (_, at) => ({ '@id': `#${at}` }));
    const organization = {
      '@type': 'Organization',
      name: 'Acme',
      address: Array.from({ length: 30_000 }, () => ({ '@id': '#none' })),
    };
    const body = json({ '@graph': [organization, ...others] });
    expect(body.length).toBeLessThan(600_000);
    expect(await companyMs(body)).toBeLessThan(MOST_MS);
  });

  it('where an item of markup names one property over and over', async () => {
    const names = 'member '.repeat(4_500);
    const item = `<div itemprop="${names}" itemscope itemtype="https://schema.org/Person"></div>`;
    const body = `<div itemscope itemtype="https://schema.org/Organization">${item.repeat(6)}</div>`;
    expect(body.length).toBeLessThan(600_000);
    expect(await companyMs(body)).toBeLessThan(MOST_MS);
  });

  it('where profiles are the same as others, deep inside each other', async () => {
    const deep = 12_000;
    const body = json(`${'{"sameAs":'.repeat(deep)}1${'}'.repeat(deep)}`);
    const { world } = fakeSites({ [SITE]: { body: `${body}<a href="https://x.org/a">Shop</a>` } });
    const start = cpuMs();
    await linkPage.ask(SITE, world);
    expect(cpuMs() - start).toBeLessThan(MOST_MS);
  });

  it('where a list of it is longer than a call has arguments', async () => {
    const body = json(`[${'0,'.repeat(300_000)}0]`);
    const { world } = fakeSites({ [SITE]: { body: `${body}<a href="https://x.org/a">Shop</a>` } });
    expect(await linkPage.ask(SITE, world)).toMatchObject({
      page: { links: [{ title: 'Shop', url: 'https://x.org/a' }] },
    });
  });

  it('where what is stated of a contact stands inside such statements', async () => {
    const inner = `<i class="tel">${'a b '.repeat(100)}</i>`;
    const body = '<b class="tel">'.repeat(500) + inner.repeat(2_000);
    const start = cpuMs();
    await readContents([body]);
    expect(cpuMs() - start).toBeLessThan(MOST_MS);
  });

  it('where an address is sought in a run of combining marks', () => {
    const text = `12 Main St a${'\u0301\u0316'.repeat(80_000)}`;
    const start = cpuMs();
    mentionsAddress(text, '12 Main St');
    expect(cpuMs() - start).toBeLessThan(MOST_MS);
  });
});
