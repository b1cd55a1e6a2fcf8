import type { MonitorKind } from '../../core/monitors/monitor.ts';
import { MAX_LISTED_MEMBERS } from '../../monitors/members.ts';
import { MEMBER_WIRE } from '../../monitors/read-members.ts';
import { MAX_LISTED_EVENTS, MAX_LISTED_MONITORS } from '../../monitors/read-monitors.ts';
import { MONITOR_PATHS } from '../monitor-routes.ts';
import { schemaRef } from './json-schemas.ts';
import { SCHEMA_NAME } from './monitor-schemas.ts';
import { type RefusalName, refusalRefs } from './refusals.ts';
import { answer, COUNTED_HEADERS, READ_REFUSALS } from './service-operations.ts';

export const monitorTag = {
  name: 'Monitors',
  description: 'Phone numbers and contacts looked up again and again; what changes is told.',
};

const WORDS = {
  number: { one: 'number monitor', members: 'numbers', id: 'Number' },
  job_change: { one: 'job change monitor', members: 'contacts', id: 'JobChange' },
} as const satisfies Record<MonitorKind, unknown>;

const PRICES = {
  number: 'A recheck costs 1 credit a number, 2 with the spam check.',
  job_change:
    'A recheck costs 5 credits a contact, 0 where nobody has the profile. While no source of job changes is configured, this is answered SERVICE_UNAVAILABLE.',
} as const satisfies Record<MonitorKind, string>;

const EXAMPLES = {
  number: {
    name: 'Customers',
    frequency: 'weekly',
    numbers: [{ phone_number: '+14155550100', label: 'customer 17' }],
  },
  job_change: {
    name: 'Champions',
    frequency: 'weekly',
    contacts: [{ profile_url: 'jane-sandbox', label: 'Example Ltd' }],
  },
} as const satisfies Record<MonitorKind, unknown>;

const ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the monitor.',
  schema: { type: 'string' },
  example: 'mon_9f1c2e5a-7d43-4b0e-8a61-0c5d3e7f2b94',
};

const query = (name: string, description: string, schema: Record<string, unknown>) => ({
  ...{ name, in: 'query', description, schema },
});
const page = (most: number, usual: number) => [
  query('limit', 'Most entries of a page.', {
    ...{ type: 'integer', minimum: 1, maximum: most, default: usual },
  }),
  query('cursor', '`pagination.next_cursor` of the page before.', { type: 'string' }),
];

const NAMED: RefusalName[] = [...READ_REFUSALS, 'NotFound'];

interface Sketch {
  id: string;
  summary: string;
  description: string;
  parameters?: unknown[];
  body?: { schema: string; example: unknown };
  status?: number;
  answers: string;
  refusals: RefusalName[];
}

const operation = ({ id, summary, description, parameters, body, ...sketch }: Sketch) => ({
  tags: [monitorTag.name],
  operationId: id,
  summary,
  description,
  ...(parameters && { parameters }),
  ...(body && {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaRef(body.schema), example: body.example } },
    },
  }),
  responses: {
    [sketch.status ?? 200]: answer(sketch.answers, COUNTED_HEADERS),
    ...refusalRefs(sketch.refusals),
  },
});

const collection = (kind: MonitorKind) => {
  const { one, id } = WORDS[kind];
  const name = SCHEMA_NAME[kind];
  return {
    post: operation({
      id: `create${id}Monitor`,
      summary: `Make a ${one}`,
      description: `The first run is due at once and is the baseline. Every run begins within an hour of its due time and is priced whole before it starts; one that the balance does not cover is skipped, told, and tried again on schedule. ${PRICES[kind]}`,
      body: { schema: `${name}Request`, example: EXAMPLES[kind] },
      status: 201,
      answers: `${name}Response`,
      refusals: ['UnusableMembers', ...READ_REFUSALS],
    }),
    get: operation({
      id: `list${id}Monitors`,
      summary: `The organization's ${one}s, newest first`,
      description: 'Free.',
      parameters: page(MAX_LISTED_MONITORS, 20),
      answers: `${name}ListResponse`,
      refusals: ['BadQuery', ...READ_REFUSALS],
    }),
  };
};

const single = (kind: MonitorKind) => {
  const { one, id } = WORDS[kind];
  const name = SCHEMA_NAME[kind];
  return {
    get: operation({
      id: `get${id}Monitor`,
      summary: `A ${one}`,
      description: 'Free.',
      parameters: [ID],
      answers: `${name}Response`,
      refusals: NAMED,
    }),
    patch: operation({
      id: `change${id}Monitor`,
      summary: `Change a ${one}`,
      description:
        'Free. Fields that are left out stay. A run under way goes on as it began, even where `active` becomes false.',
      parameters: [ID],
      body: { schema: `${name}Changes`, example: { active: false } },
      answers: `${name}Response`,
      refusals: ['BadBody', ...NAMED],
    }),
    delete: operation({
      id: `delete${id}Monitor`,
      summary: `Delete a ${one}`,
      description: 'Free. A run under way is stopped. Its events stay readable for 30 days.',
      parameters: [ID],
      answers: `${name}DeletedResponse`,
      refusals: NAMED,
    }),
  };
};

const run = (kind: MonitorKind) => ({
  post: operation({
    id: `run${WORDS[kind].id}Monitor`,
    summary: 'Begin a run now',
    description: `Priced as usual. With a test key, each run finds something else than the one before, so that a receiver can be tried. ${PRICES[kind]}`,
    parameters: [ID],
    status: 202,
    answers: `${SCHEMA_NAME[kind]}RunResponse`,
    refusals: ['RunUnderWay', ...NAMED],
  }),
});

const members = (kind: MonitorKind) => {
  const { members: word, id } = WORDS[kind];
  const name = SCHEMA_NAME[kind];
  const { list, plain, field } = MEMBER_WIRE[kind];
  const example = { [list]: EXAMPLES[kind][list as never] };
  const [first] = example[list] as unknown as [Record<string, string>];
  const Word = word === 'numbers' ? 'Numbers' : 'Contacts';
  return {
    get: operation({
      id: `list${id}Monitor${Word}`,
      summary: `The ${word}, in the order they were added`,
      description: 'Free.',
      parameters: [ID, ...page(MAX_LISTED_MEMBERS, 100)],
      answers: `${name}MemberListResponse`,
      refusals: ['BadQuery', ...NAMED],
    }),
    post: operation({
      id: `add${id}Monitor${Word}`,
      summary: `Add ${word}`,
      description: 'Free. Those that are there get the new label.',
      parameters: [ID],
      body: { schema: `${name}Members`, example },
      answers: `${name}CountResponse`,
      refusals: ['UnusableMembers', ...NAMED],
    }),
    delete: operation({
      id: `remove${id}Monitor${Word}`,
      summary: `Remove ${word}`,
      description: 'Free. Those that are not there are passed over.',
      parameters: [ID],
      body: { schema: `${name}MembersToRemove`, example: { [plain]: [first[field]] } },
      answers: `${name}CountResponse`,
      refusals: ['UnusableMembers', ...NAMED],
    }),
  };
};

const events = (kind: MonitorKind) => ({
  get: operation({
    id: `list${WORDS[kind].id}MonitorEvents`,
    summary: 'What changed, newest first',
    description: 'Free. Events are kept for a year.',
    parameters: [
      ID,
      ...page(MAX_LISTED_EVENTS, 100),
      query(MEMBER_WIRE[kind].field, 'Only events of this one.', { type: 'string' }),
      query('since', 'Only events detected at this moment or later, ISO 8601.', { type: 'string' }),
    ],
    answers: `${SCHEMA_NAME[kind]}EventListResponse`,
    refusals: ['BadQuery', ...NAMED],
  }),
});

const pathsOf = (kind: MonitorKind) => {
  const path = `/v1${MONITOR_PATHS[kind]}`;
  return {
    [path]: collection(kind),
    [`${path}/{id}`]: single(kind),
    [`${path}/{id}/run`]: run(kind),
    [`${path}/{id}/${MEMBER_WIRE[kind].list}`]: members(kind),
    [`${path}/{id}/events`]: events(kind),
  };
};

/** Paths of monitors. */
export const monitorPaths = { ...pathsOf('number'), ...pathsOf('job_change') };
