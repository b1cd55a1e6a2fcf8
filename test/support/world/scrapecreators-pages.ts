import { scrapedLinkPage } from '../../../src/sources/scrapecreators/link-page.ts';
import type { VendorCase } from './vendors.ts';

/** Replies of the vendor about pages of links and ads, by path and what is asked. */
export const MORE_PAGES = new Map<string, object>([
  [
    '/v1/linktree https://linktr.ee/example',
    {
      username: 'example',
      description: 'Bread and cakes',
      email_address: 'Hello@Company.example',
      links: [
        { title: 'Shop', url: 'https://shop.example.org/' },
        { title: null, url: 'https://www.instagram.com/example_bakery' },
        { title: 'Own', url: 'https://linktr.ee/other' },
      ],
    },
  ],
  [
    '/v1/linkme https://link.me/example',
    {
      profile: {
        username: 'example',
        bio: 'Bread',
        webLinks: [{ title: 'Shop', links: [{ linkValue: 'https://shop.example.org/' }] }],
      },
    },
  ],
]);

/** The sources that read them. */
export const MORE_CASES: readonly VendorCase[] = [
  {
    source: scrapedLinkPage,
    finds: 'https://linktr.ee/example',
    fact: {
      page: {
        platform: 'linktree',
        username: 'example',
        bio: 'Bread and cakes',
        links: [{ title: 'Shop', url: 'https://shop.example.org/' }],
        socials: { instagram: 'https://www.instagram.com/example_bakery' },
        emails: ['hello@company.example'],
      },
    },
    none: { query: 'https://linktr.ee/nobody', fact: null },
    partial: [
      [
        {
          profile: {
            username: 4,
            webLinks: [{ title: 'A', links: [{ linkValue: 'https://a.test/' }] }],
          },
        },
        { page: { links: [{ title: 'A', url: 'https://a.test/' }] } },
      ],
      [{ links: [] }, null],
      [{ account_status: 'private' }, null],
    ],
    mutate: 'list',
  },
];
