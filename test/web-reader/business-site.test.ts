import { describe, expect, it } from 'vitest';
import { parseWebSite } from '../../src/domain/web/site.ts';
import { runChecks } from '../../src/products/places/business-verify/checks.ts';
import type { VerifyFact, VerifyInput } from '../../src/products/places/business-verify/fact.ts';
import { businessSite } from '../../src/web-reader/business-site.ts';
import { type FakePage, fakeSites } from '../products/web/fake-sites.ts';
import { createWorld } from '../support/create-world.ts';

const site = parseWebSite('acme-widgets.com');

async function checksOf(pages: Record<string, FakePage>) {
  const { world } = fakeSites(pages);
  const read = await businessSite.ask({ site, line1: null }, world);
  const input = { website: site, phone: '+12175550101', country: 'US', email: null };
  const fact = {
    place: null,
    site: read,
    mail: null,
    registered: null,
    register: null,
    placeFailed: false,
    registerFailed: false,
  };
  return runChecks(fact as VerifyFact, input as unknown as VerifyInput);
}

describe("a business's own site", () => {
  it.each([403, 429, 503])(
    'is not dead where it answers a robot with status %i',
    async (status) => {
      const statuses = Object.fromEntries(site.origins.map((origin) => [`${origin}/`, { status }]));
      expect((await checksOf(statuses)).website_live).not.toBe(false);
    },
  );

  it.each([
    ['does not take a connection', () => Promise.reject(new Error('connection refused')), null],
    ['answers nothing but 503', () => new Response('', { status: 503 }), null],
    ['answers 404', () => new Response('', { status: 404 }), false],
  ])('that %s is dead only where that proves it', async (_, http, live) => {
    const zones = { 'acme-widgets.com': { A: ['93.184.215.14'] } };
    const world = await createWorld({ zones, http });
    let isPartial = false;
    const markPartial = () => {
      isPartial = true;
      return undefined;
    };
    const read = await businessSite.ask({ site, line1: null }, { ...world, markPartial });
    expect(read).toMatchObject({ live, outage: live === null });
    expect(isPartial).toBe(live === null);
  });

  it('that has no address is dead', async () => {
    const world = await createWorld();
    expect(await businessSite.ask({ site, line1: null }, world)).toMatchObject({
      ...{ live: false, outage: false },
    });
  });

  it('is not without a number whose own page for it could not be read', async () => {
    const checks = await checksOf({
      'https://acme-widgets.com/': {
        body: '<a href="/contact">Contact</a><p>desk@acme-widgets.com',
      },
      'https://acme-widgets.com/contact': { status: 503 },
    });
    expect(checks.phone_on_site).not.toBe(false);
  });
});
