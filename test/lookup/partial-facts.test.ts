import { describe, expect, it } from 'vitest';
import { parseWebSite } from '../../src/domain/web/site.ts';
import type { Source } from '../../src/lookup/source.ts';
import type { World } from '../../src/lookup/world.ts';
import { mailDns } from '../../src/open-data/mail/mail-dns.ts';
import { microsoftAds } from '../../src/vendors/msads/ads.ts';
import { paidSearchTags } from '../../src/web-reader/ad-tags.ts';
import { websiteContacts } from '../../src/web-reader/website-contacts.ts';
import { type FakePage, fakeSites } from '../products/web/fake-sites.ts';
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
    const isPart = (pages: Record<string, FakePage>, contact = '/contact') => {
      const home = { body: `<a href="${contact}">Contact</a><p>home@acme-widgets.com` };
      const { world } = fakeSites({ 'https://acme-widgets.com/': home, ...pages });
      return isPartial(websiteContacts, parseWebSite('acme-widgets.com'), world);
    };
    const page = (contact: FakePage) => ({ 'https://acme-widgets.com/contact': contact });
    const other = 'https://help.acme-widgets.com/contact';
    expect(await isPart(page({ status: 404 }))).toBe(false);
    expect(await isPart(page({ fails: 'NO_SUCH_HOST' }))).toBe(false);
    expect(await isPart(page({ status: 503 }))).toBe(true);
    expect(await isPart(page({ fails: 'UPSTREAM_TIMEOUT' }))).toBe(true);
    expect(await isPart(page({ fails: 'UPSTREAM_ERROR' }))).toBe(true);
    const robots = (answer: FakePage) => ({ 'https://help.acme-widgets.com/robots.txt': answer });
    expect(await isPart(robots({ status: 503 }), other)).toBe(true);
    const closed = { body: 'User-agent: *\nDisallow: /', type: 'text/plain' };
    expect(await isPart(robots(closed), other)).toBe(false);
  });

  it("of a site's advertising tags", async () => {
    const isPart = async (page: FakePage) => {
      let marked = false;
      const { world } = fakeSites({ 'https://acme-widgets.com/': page });
      const markPartial = () => {
        marked = true;
        return undefined;
      };
      expect(await paidSearchTags.ask('acme-widgets.com', { ...world, markPartial })).toBeNull();
      return marked;
    };
    expect(await isPart({ body: '<p>Widgets' })).toBe(false);
    expect(await isPart({ status: 403 })).toBe(false);
    expect(await isPart({ status: 503 })).toBe(true);
    expect(await isPart({ fails: 'UPSTREAM_ERROR' })).toBe(true);
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
