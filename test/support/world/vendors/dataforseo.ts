import { businessInfo } from '../../../../src/vendors/dataforseo/business-info.ts';
import { SEO_CASES, SEO_RESULTS } from '../dataforseo-seo.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const LOGIN = 'dataforseo login of the tests';
const PASSWORD = 'dataforseo password of the tests';
const CREDENTIAL = `Basic ${btoa(`${LOGIN}:${PASSWORD}`)}`;

const day = (open: number, close: number) => [
  { open: { hour: open, minute: 0 }, close: { hour: close, minute: 30 } },
];

export const EXAMPLE_BOOKS = {
  title: 'Example Books, Inc.',
  category: 'Book store',
  place_id: 'place-1',
  address_info: {
    borough: null,
    address: '12 Specimen St',
    city: 'Springfield',
    zip: '62701',
    region: 'Illinois',
    country_code: 'US',
  },
  phone: '+12175550101',
  url: 'https://www.example.com/',
  domain: 'www.example.com',
  latitude: 39.8,
  longitude: -89.65,
  is_claimed: true,
  rating: { rating_type: 'Max5', value: 4.5, votes_count: 321, rating_max: null },
  work_time: {
    work_hours: {
      timetable: { monday: day(9, 17), saturday: null, sunday: null },
      current_status: 'close',
    },
  },
};

/** Results by path and what the task asks: a task that is not listed has none. */
export const LIVE_RESULTS = new Map<string, object>([
  [
    '/v3/business_data/google/my_business_info/live example books springfield illinois',
    { keyword: 'example books', items: [EXAMPLE_BOOKS] },
  ],
  [
    '/v3/business_data/google/my_business_info/live example books springfield',
    { keyword: 'example books', items: [EXAMPLE_BOOKS] },
  ],
  ...['closed_forever', 'temporarily_closed', 'opened'].map((status): [string, object] => [
    `/v3/business_data/google/my_business_info/live ${status} books springfield`,
    {
      items: [
        {
          ...EXAMPLE_BOOKS,
          title: `${status} Books`,
          work_time: { work_hours: { timetable: null, current_status: status } },
        },
      ],
    },
  ]),
  [
    '/v3/business_data/google/my_business_info/live thin books springfield tx',
    {
      items: [
        {
          title: 'Thin Books',
          address_info: { city: 'Springfield', region: 'Texas', country_code: 'US' },
          place_id: 'place-2',
        },
      ],
    },
  ],
  ...SEO_RESULTS,
]);

const reply = (status_code: number, task: object, status = 200) =>
  Response.json(
    {
      version: '0.1',
      status_code,
      status_message: 'text',
      cost: 0,
      tasks_count: 1,
      tasks_error: 0,
      tasks: [{ id: 'task', cost: 0.0054, ...task }],
    },
    { status },
  );

/** A task by what names it: its keyword or target. */
const nameOf = (task: Record<string, unknown>): string =>
  String(task.keyword ?? task.target ?? (task.keywords as string[] | undefined)?.[0]).toLowerCase();

/** One task a call, as live paths take it. */
async function answer(request: Request, { pathname }: URL): Promise<Response> {
  if (request.headers.get('Authorization') !== CREDENTIAL)
    return Response.json({ status_code: 40_100, tasks: null }, { status: 401 });
  const tasks = (await request.json()) as Record<string, unknown>[];
  const [task] = tasks;
  if (tasks.length !== 1 || !task) return reply(40_000, { status_code: 40_000 });
  const isInvalid = pathname.startsWith('/v3/backlinks/')
    ? task.rank_scale !== 'one_hundred'
    : typeof task.location_code !== 'number' || typeof task.language_code !== 'string';
  const [keyword = ''] = (task.keywords ?? []) as string[];
  if (isInvalid || keyword.length > 80 || keyword.split(' ').length > 10)
    return reply(20_000, { status_code: 40_501, result_count: 0, result: null });
  const found = LIVE_RESULTS.get(`${pathname} ${nameOf(task)}`);
  return found
    ? reply(20_000, { status_code: 20_000, result_count: 1, result: [found] })
    : reply(20_000, { status_code: 40_102, result_count: 0, result: null });
}

const task = (code: number) => () =>
  reply(20_000, { status_code: code, result_count: 0, result: null });
const whole = (code: number, status: number) => () =>
  Response.json({ status_code: code, tasks: null }, { status });

/**
 * Of every source of the vendor: refusals hide in HTTP 200, for the whole reply or for its task.
 */
export const DATAFORSEO_REFUSALS = [
  [task(40_200), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [task(40_202), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [task(40_104), 'SERVICE_UNAVAILABLE'],
  [task(40_101), 'SERVICE_UNAVAILABLE'],
  [task(40_501), 'UPSTREAM_ERROR'],
  [task(50_301), 'SERVICE_UNAVAILABLE'],
  [task(12), 'SERVICE_UNAVAILABLE'],
  [whole(40_210, 200), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [whole(40_200, 402), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [whole(50_000, 500), 'SERVICE_UNAVAILABLE'],
  [() => reply(20_000, { status_code: 20_000, result: null }), 'SERVICE_UNAVAILABLE'],
] as const;

const springfield = {
  name: 'EXAMPLE BOOKS',
  city: 'springfield',
  state: 'Illinois',
  country: 'US',
};

export const dataForSeoVendor: FakeVendor = {
  hosts: ['api.dataforseo.com'],
  vars: { DATAFORSEO_LOGIN: LOGIN, DATAFORSEO_PASSWORD: PASSWORD },
  answer,
  cases: [
    {
      source: businessInfo,
      finds: springfield,
      fact: {
        name: 'Example Books, Inc.',
        category: 'Book store',
        phone: '+12175550101',
        website: 'https://www.example.com/',
        address: {
          line1: '12 Specimen St',
          city: 'Springfield',
          state: 'Illinois',
          zip: '62701',
          countryCode: 'US',
        },
        hours: 'Mo 09:00-17:30',
        status: 'OPEN',
        rating: 4.5,
        reviews: 321,
        claimed: true,
        placeId: 'place-1',
      },
      none: { query: { ...springfield, name: 'Nothing of the kind' }, fact: null },
      refusals: DATAFORSEO_REFUSALS,
      partial: [
        [
          {
            status_code: 20_000,
            tasks: [
              {
                status_code: 20_000,
                result: [
                  {
                    items: [
                      {
                        title: 'Example Books',
                        address_info: { city: 'Springfield', region: 4 },
                        rating: 'good',
                        is_claimed: 'yes',
                        work_time: [],
                      },
                    ],
                  },
                ],
              },
            ],
          },
          { name: 'Example Books', rating: null, claimed: null, hours: null },
        ],
        // Open around the clock, and to midnight; the status beside the hours.
        [
          {
            status_code: 20_000,
            tasks: [
              {
                status_code: 20_000,
                result: [
                  {
                    items: [
                      {
                        title: 'Example Books',
                        address_info: { city: 'Springfield' },
                        work_time: {
                          work_hours: {
                            timetable: {
                              monday: [
                                { open: { hour: 0, minute: 0 }, close: { hour: 0, minute: 0 } },
                              ],
                              tuesday: [{ open: { hour: 17 }, close: { hour: 0 } }],
                            },
                          },
                          current_status: 'opened',
                        },
                      },
                    ],
                  },
                ],
              },
            ],
          },
          { hours: 'Mo 00:00-24:00; Tu 17:00-24:00', status: 'OPEN' },
        ],
        [
          {
            status_code: 20_000,
            tasks: [{ status_code: 20_000, result: [{ items: null }] }],
          },
          null,
        ],
        [
          { status_code: 20_000, tasks: [{ status_code: 20_000, result_count: 0, result: null }] },
          null,
        ],
      ],
      mutate: 'list',
    },
    ...SEO_CASES.map((each) => ({ ...each, refusals: DATAFORSEO_REFUSALS })),
  ],
};
