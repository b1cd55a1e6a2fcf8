import { searxngSearch } from '../../../../src/vendors/searxng/search.ts';
import type { FakeVendor } from '../fake-vendor.ts';
import { inUnitedStates } from '../search-query.ts';

const HOST = 'searxng.test';

const results = [
  {
    url: 'https://example.com/',
    title: 'Example <b>Domain</b> &amp; List&lt;T&gt;',
    content: 'a <vector> of\n<em class="hit">text</em>',
    engine: 'one',
  },
  { url: 'https://example.com/', title: 'The same again', engine: 'two' },
  { url: 'https://www.example.org/names', title: 'Example names', engine: 'two' },
];

/** The operator's own server: an engine that knows nothing, and a query of which nobody answers. */
function answer(_: Request, { pathname, searchParams }: URL): Response {
  if (pathname !== '/search' || searchParams.get('format') !== 'json')
    return new Response('<html>', { status: 404 });
  const query = searchParams.get('q');
  const nobody = query === 'nobody answers';
  return Response.json({
    query,
    results: query === 'example domain' ? results : [],
    suggestions:
      query === 'example domain' ? ['example domain list', '', 'example <b>domain</b> list'] : [],
    unresponsive_engines: nobody ? [['one', 'timeout']] : [],
  });
}

const silent = {
  query: 'x',
  results: [],
  suggestions: [],
  unresponsive_engines: [['one', 'CAPTCHA']],
};

export const searxngVendor: FakeVendor = {
  hosts: [HOST],
  vars: { SEARXNG_URL: `http://${HOST}` },
  answer,
  cases: [
    {
      source: searxngSearch,
      finds: inUnitedStates('example domain'),
      fact: {
        organic: [
          {
            position: 1,
            title: 'Example Domain & List<T>',
            link: 'https://example.com/',
            snippet: 'a <vector> of text',
          },
          {
            position: 2,
            title: 'Example names',
            link: 'https://www.example.org/names',
            snippet: null,
          },
        ],
        peopleAlsoAsk: [],
        relatedSearches: ['example domain list'],
      },
      none: {
        query: inUnitedStates('nothing of the kind'),
        fact: { organic: [], relatedSearches: [] },
      },
      refusals: [
        [() => Response.json(silent), 'SERVICE_UNAVAILABLE'],
        [() => new Response('Forbidden', { status: 403 }), 'SERVICE_UNAVAILABLE'],
        [() => new Response('Too Many Requests', { status: 429 }), 'UPSTREAM_QUOTA_EXHAUSTED'],
      ],
      partial: [
        [
          { results: [{ url: 'javascript:x', title: 'x' }, { url: 'https://a.example' }] },
          { organic: [], relatedSearches: [] },
        ],
      ],
      mutate: true,
    },
  ],
};
