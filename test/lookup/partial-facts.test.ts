import { describe, expect, it } from 'vitest';
import { parseWebSite } from '../../src/domain/web/site.ts';
import type { Source } from '../../src/lookup/source.ts';
import type { World } from '../../src/lookup/world.ts';
import { mailDns } from '../../src/open-data/mail/mail-dns.ts';
import { microsoftAds } from '../../src/vendors/msads/ads.ts';
import { websiteContacts } from '../../src/web-reader/website-contacts.ts';
import { fakeSites } from '../products/web/fake-sites.ts';
import { createWorld } from '../support/create-world.ts';
import { msadsVendor } from '../support/world/vendors/msads.ts';

/** Whether the source has an answer and reports that a call failed which adds to it. */
async function isPartial<Query>(source: Source<Query, unknown>, query: Query, world: World) {
  let marked = false;
  const markPartial = () => {
    marked = true;
    return undefined;
  };
  expect(await source.ask(query, { ...world, markPartial })).not.toBeNull();
  return marked;
}

describe('an answer without what a failed call would have added is partial', () => {
  it('of mail records', async () => {
    const zones = { 'example.com': { MX: ['10 mx.example.com.'], TXT: ['v=spf1 -all'] } };
    const isPart = async (silent: (question: string) => boolean) =>
      isPartial(mailDns, 'example.com', await createWorld({ zones, silent }));
    expect(await isPart(() => false)).toBe(false);
    expect(await isPart((question) => question.includes('_dmarc'))).toBe(true);
  });

  it('of a site', async () => {
    const isPart = (status: number) => {
      const home = { body: '<a href="/contact">Contact</a><p>home@acme-widgets.com' };
      const { world } = fakeSites({
        'https://acme-widgets.com/': home,
        'https://acme-widgets.com/contact': { status },
      });
      return isPartial(websiteContacts, parseWebSite('acme-widgets.com'), world);
    };
    expect(await isPart(404)).toBe(false);
    expect(await isPart(503)).toBe(true);
  });

  it('of ads', async () => {
    const filters = { company: null, keyword: 'few shoes' };
    const isPart = async (status: number) => {
      const http = ({ url }: Request) =>
        url.includes('/Ads/201') ? new Response('', { status }) : null;
      const search = { filters, query: 'test', limit: 100, cursor: null };
      return isPartial(microsoftAds, search, await createWorld({ vendors: [msadsVendor], http }));
    };
    expect(await isPart(404)).toBe(false);
    expect(await isPart(503)).toBe(true);
  });
});
