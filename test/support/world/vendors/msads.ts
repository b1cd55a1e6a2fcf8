import { microsoftAds } from '../../../../src/vendors/msads/ads.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const ADVERTISERS = [
  { AdvertiserId: 7, AdvertiserName: 'Example Company', IsVerified: false },
  { AdvertiserId: 8, AdvertiserName: 'Example Company Ltd', IsVerified: true },
  { AdvertiserId: 9, AdvertiserName: 'Example Holding', IsVerified: true },
];
/** A company has several accounts, all verified by the one name. */
const ACCOUNTS = [20, 21, 22].map((AdvertiserId) => ({
  ...{ AdvertiserId, AdvertiserName: 'Sample Travel B.V.', AdvertiserCountry: 'Netherlands' },
  IsVerified: true,
}));
const ad = (AdId: number) => ({
  AdId,
  AdvertiserName: 'Example Company Ltd',
  Title: 'Examples on sale',
  Description: 'All kinds of examples.',
  DestinationUrl: 'https://example.com/sale',
});
const ADS = Array.from({ length: 30 }, (_, at) => ad(100 + at));

/** Ads about a brand: by its owner of another legal name, and by a shop that sells it. */
const ADS_OF_BRAND = [
  {
    ...ad(230),
    AdvertiserId: 30,
    AdvertiserName: 'Corner Shop',
    DestinationUrl: 'https://shop.example/veldora',
  },
  {
    ...ad(231),
    AdvertiserId: 31,
    AdvertiserName: 'Roadmark Business Pte. Ltd.',
    DestinationUrl: 'https://www.veldora.com/sale',
  },
];

const ADS_OF_ACCOUNT = new Map([
  ['31', [ad(231)]],
  ['21', [ad(210)]],
  ['22', [ad(220)]],
]);

/** `Advertisers` and `Ads`: at most 24 at once, up to the thousandth. */
function answer(_: Request, { pathname, searchParams }: URL): Response {
  const [top, skip] = [Number(searchParams.get('top')), Number(searchParams.get('skip'))];
  if (top > 24 || skip > 999) return Response.json({ error: 'range' }, { status: 400 });
  const words = searchParams.get('searchText') ?? '';
  if (pathname.endsWith('/Advertisers')) {
    const others = words.startsWith('sample') ? ACCOUNTS : [];
    const value = words.startsWith('example') ? ADVERTISERS : others;
    return Response.json({ '@odata.count': value.length, value });
  }
  const [, single] = /\/Ads\/(\d+)$/.exec(pathname) ?? [];
  // Of one of them the library tells no dates.
  if (single === '200' && searchParams.get('expand')?.startsWith('AdDetails('))
    return Response.json({
      AdId: 200,
      AdDetails: { PaidForByName: 'X', StartDate: '2025-03-01T00:00:00Z', EndDate: null },
    });
  if (single) return Response.json({ error: 'none' }, { status: 404 });
  if (words === 'few shoes') return Response.json({ value: [ad(200), ad(201)] });
  if (words === 'veldora') return Response.json({ value: ADS_OF_BRAND });
  const account = searchParams.get('advertiserId') ?? '';
  const theirs = account === '8' || words === 'shoes' ? ADS : (ADS_OF_ACCOUNT.get(account) ?? []);
  const value = theirs.slice(skip, skip + top);
  return Response.json({ '@odata.count': theirs.length, value });
}

const search = (company: string | null, keyword: string | null = null) => ({
  filters: { company, keyword },
  query: 'test',
  limit: 100,
  cursor: null,
});

export const msadsVendor: FakeVendor = {
  hosts: ['adlibrary.api.bingads.microsoft.com'],
  vars: {},
  answer,
  cases: [
    {
      source: microsoftAds,
      finds: search('example company'),
      fact: { total: 30 },
      none: { query: search('example nobody'), fact: null },
    },
    {
      source: microsoftAds,
      finds: search('sample travel'),
      fact: { rows: [{ id: '210' }], total: null },
    },
    {
      source: microsoftAds,
      finds: search(null, 'few shoes'),
      fact: {
        rows: [
          { id: '200', startedAt: '2025-03-01T00:00:00.000Z', endedAt: null },
          { id: '201', startedAt: null },
        ],
      },
    },
    {
      source: microsoftAds,
      finds: search(null, 'shoes'),
      fact: { total: 30 },
      none: { query: search(null, 'nothing'), fact: null },
      partial: [
        [
          { value: [{ AdId: 1, Title: {} }, { Title: 'no id' }] },
          { total: null, nextCursor: null },
        ],
      ],
      mutate: 'list',
    },
  ],
};
