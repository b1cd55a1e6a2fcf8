import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/lib/errors.ts';
import { type AnyProduct, mainField } from '../../../src/lookup/product.ts';
import { websiteContactsScraper } from '../../../src/products/web/website-contacts-scraper.ts';
import { websiteScraper } from '../../../src/products/web/website-scraper.ts';
import { answerOf, askIn } from '../../support/answer.ts';
import { type FakePage, fakeSites } from './fake-sites.ts';

async function lookup(
  product: AnyProduct,
  body: object,
  pages: Record<string, FakePage>,
  renderer?: (url: string) => Promise<string>,
) {
  const { world } = fakeSites(pages, renderer);
  const input = product.input.parse(body);
  const fact = await product.sources.resolve(input, askIn(world));
  const { price, classification, insights } = answerOf(product, fact, input);
  return { subject: product.subject(input), price, classification, insights };
}

describe('website-scraper', () => {
  it('answers the page', async () => {
    const pages = {
      'https://site.example/': {
        body: '<html lang=en><title>Home</title><p>Smile 😀 <a href="/x">x</a>',
      },
    };
    expect(await lookup(websiteScraper, { url: 'Site.example' }, pages)).toEqual({
      subject: 'https://site.example/',
      price: 10,
      classification: {
        name: 'Home',
        characterCount: 'Smile 😀 [x](https://site.example/x)'.length - 1,
        linksCount: 1,
      },
      insights: {
        website_scraper_result: 'Smile 😀 [x](https://site.example/x)',
        final_url: 'https://site.example/',
        status: 200,
        content_type: 'text/html',
        language: 'en',
        description: null,
        truncated: false,
        rendered: false,
      },
    });
  });

  it('renders when asked and able, and is cached apart', async () => {
    const pages = { 'https://site.example/': { body: 'x' } };
    const answer = await lookup(
      websiteScraper,
      { url: 'site.example', render: true },
      pages,
      async () => '# Rendered',
    );
    expect(answer.insights).toMatchObject({ website_scraper_result: '# Rendered', rendered: true });
    const key = (body: object) => websiteScraper.cacheKey?.(websiteScraper.input.parse(body));
    expect(key({ url: 'site.example', render: true })).not.toBe(key({ url: 'site.example' }));
    expect(key({ url: 'site.example', render: false })).toBe(key({ url: 'site.example' }));
  });

  it('names the missing renderer', async () => {
    const asked = lookup(websiteScraper, { url: 'site.example', render: true }, {});
    await expect(asked).rejects.toBeInstanceOf(ApiError);
    await expect(asked).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('browser_rendering'),
    });
  });
});

describe('website-contacts-scraper', () => {
  it('answers the contacts of the registrable domain', async () => {
    const body =
      '<a href="mailto:hi@acme-widgets.com">m</a><a href="tel:+14155550132">t</a><a href="https://x.com/acme">x</a><a href="https://x.com/acmehelp">y</a>';
    expect(
      await lookup(
        websiteContactsScraper,
        { domain: 'https://shop.acme-widgets.com/about' },
        { 'https://acme-widgets.com/': { body } },
      ),
    ).toEqual({
      subject: 'acme-widgets.com',
      price: 10,
      classification: {
        domain: 'acme-widgets.com',
        hasEmails: true,
        hasPhones: true,
        emailsCount: 1,
        phonesCount: 1,
        socialsCount: 2,
      },
      insights: {
        emails: ['hi@acme-widgets.com'],
        phones: ['+14155550132'],
        socials: { twitter: ['https://x.com/acme', 'https://x.com/acmehelp'] },
        pages: ['https://acme-widgets.com/'],
        found_on: Object.fromEntries(
          [
            'hi@acme-widgets.com',
            '+14155550132',
            'https://x.com/acme',
            'https://x.com/acmehelp',
          ].map((contact) => [contact, 'https://acme-widgets.com/']),
        ),
        country: 'US',
      },
    });
  });

  it('charges for a site that was read and names nobody', async () => {
    const answer = await lookup(
      websiteContactsScraper,
      { domain: 'acme-widgets.com' },
      { 'https://acme-widgets.com/': { body: '<p>x' } },
    );
    expect(answer).toMatchObject({
      price: 10,
      classification: { hasEmails: false, hasPhones: false, socialsCount: 0 },
    });
  });
});

describe.each([websiteScraper, websiteContactsScraper] as AnyProduct[])(
  'the sandbox of $path',
  (product) => {
    it.each(product.sandbox)('$subject shows $shows', (known) => {
      const input = product.input.parse({ [mainField(product)]: known.subject });
      expect(product.subject(input)).toBe(known.subject);
      if ('fact' in known) answerOf(product, known.fact, input);
    });
  },
);
