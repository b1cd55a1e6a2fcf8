import { MAX_LISTED_MEMBERS, MEMBER_WIRE } from '../../monitors/members.ts';
import type { MonitorKind } from '../../monitors/monitor.ts';
import { MAX_LISTED_EVENTS, MAX_LISTED_MONITORS } from '../../monitors/monitors.ts';
import { type ErrorResponseName, errorResponseRefs } from '../openapi/error-responses.ts';
import { schemaRef } from '../openapi/json-schemas.ts';
import { MONITOR_SCHEMA_NAMES } from './monitor-schemas.ts';
import { MONITOR_PATHS } from './monitors.ts';
import { jsonResponse, RATE_LIMITED_HEADERS, READ_ERRORS } from './service.ts';

export const monitorTag = {
  name: 'Monitors',
  description: 'Phone numbers and contacts looked up again and again; what changes is told.',
};

const NAMES = {
  number: { one: 'number monitor', members: 'numbers', id: 'Number' },
  job_change: { one: 'job change monitor', members: 'contacts', id: 'JobChange' },
} as const satisfies Record<MonitorKind, unknown>;

const PRICE_NOTES = {
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

const ID_PARAMETER = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the monitor.',
  schema: { type: 'string' },
  example: 'mon_9f1c2e5a-7d43-4b0e-8a61-0c5d3e7f2b94',
};

const queryParameter = (name: string, description: string, schema: Record<string, unknown>) => ({
  name,
  in: 'query',
  description,
  schema,
});
const pageParameters = (most: number, usual: number) => [
  queryParameter('limit', 'Most entries of a page.', {
    type: 'integer',
    minimum: 1,
    maximum: most,
    default: usual,
  }),
  queryParameter('cursor', '`pagination.next_cursor` of the page before.', { type: 'string' }),
];

const MONITOR_ERRORS: ErrorResponseName[] = [...READ_ERRORS, 'NotFound'];

interface OperationSpec {
  id: string;
  summary: string;
  description: string;
  parameters?: unknown[];
  body?: { schema: string; example: unknown };
  status?: number;
  answers: string;
  refusals: ErrorResponseName[];
}

const operation = ({ id, summary, description, parameters, body, ...sketch }: OperationSpec) => ({
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
    [sketch.status ?? 200]: jsonResponse(sketch.answers, RATE_LIMITED_HEADERS),
    ...errorResponseRefs(sketch.refusals),
  },
});

const collectionOperations = (kind: MonitorKind) => {
  const { one, id } = NAMES[kind];
  const name = MONITOR_SCHEMA_NAMES[kind];
  return {
    post: operation({
      id: `create${id}Monitor`,
      summary: `Make a ${one}`,
      description: `The first run is due at once and is the baseline. Every run begins within an hour of its due time and is priced whole before it starts; one that the balance does not cover is skipped, told, and tried again on schedule. ${PRICE_NOTES[kind]}`,
      body: { schema: `${name}Request`, example: EXAMPLES[kind] },
      status: 201,
      answers: `${name}Response`,
      refusals: ['UnusableMembers', ...READ_ERRORS],
    }),
    get: operation({
      id: `list${id}Monitors`,
      summary: `The organization's ${one}s, newest first`,
      description: 'Free.',
      parameters: pageParameters(MAX_LISTED_MONITORS, 20),
      answers: `${name}ListResponse`,
      refusals: ['BadQuery', ...READ_ERRORS],
    }),
  };
};

const monitorOperations = (kind: MonitorKind) => {
  const { one, id } = NAMES[kind];
  const name = MONITOR_SCHEMA_NAMES[kind];
  return {
    get: operation({
      id: `get${id}Monitor`,
      summary: `A ${one}`,
      description: 'Free.',
      parameters: [ID_PARAMETER],
      answers: `${name}Response`,
      refusals: MONITOR_ERRORS,
    }),
    patch: operation({
      id: `change${id}Monitor`,
      summary: `Change a ${one}`,
      description:
        'Free. Fields that are left out stay. A run under way goes on as it began, even where `active` becomes false.',
      parameters: [ID_PARAMETER],
      body: { schema: `${name}Changes`, example: { active: false } },
      answers: `${name}Response`,
      refusals: ['BadBody', ...MONITOR_ERRORS],
    }),
    delete: operation({
      id: `delete${id}Monitor`,
      summary: `Delete a ${one}`,
      description: 'Free. A run under way is stopped. Its events stay readable for 30 days.',
      parameters: [ID_PARAMETER],
      answers: `${name}DeletedResponse`,
      refusals: MONITOR_ERRORS,
    }),
  };
};

const runOperation = (kind: MonitorKind) => ({
  post: operation({
    id: `run${NAMES[kind].id}Monitor`,
    summary: 'Begin a run now',
    description: `Priced as usual. With a test key, each run finds something else than the one before, so that a receiver can be tried. ${PRICE_NOTES[kind]}`,
    parameters: [ID_PARAMETER],
    status: 202,
    answers: `${MONITOR_SCHEMA_NAMES[kind]}RunResponse`,
    refusals: ['RunUnderWay', ...MONITOR_ERRORS],
  }),
});

const memberOperations = (kind: MonitorKind) => {
  const { members: word, id } = NAMES[kind];
  const name = MONITOR_SCHEMA_NAMES[kind];
  const { list, plain, field } = MEMBER_WIRE[kind];
  const example = { [list]: EXAMPLES[kind][list as never] };
  const [first] = example[list] as unknown as [Record<string, string>];
  const Word = word === 'numbers' ? 'Numbers' : 'Contacts';
  return {
    get: operation({
      id: `list${id}Monitor${Word}`,
      summary: `The ${word}, in the order they were added`,
      description: 'Free.',
      parameters: [ID_PARAMETER, ...pageParameters(MAX_LISTED_MEMBERS, 100)],
      answers: `${name}MemberListResponse`,
      refusals: ['BadQuery', ...MONITOR_ERRORS],
    }),
    post: operation({
      id: `add${id}Monitor${Word}`,
      summary: `Add ${word}`,
      description: 'Free. Those that are there get the new label.',
      parameters: [ID_PARAMETER],
      body: { schema: `${name}Members`, example },
      answers: `${name}CountResponse`,
      refusals: ['UnusableMembers', ...MONITOR_ERRORS],
    }),
    delete: operation({
      id: `remove${id}Monitor${Word}`,
      summary: `Remove ${word}`,
      description: 'Free. Those that are not there are passed over.',
      parameters: [ID_PARAMETER],
      body: { schema: `${name}MembersToRemove`, example: { [plain]: [first[field]] } },
      answers: `${name}CountResponse`,
      refusals: ['UnusableMembers', ...MONITOR_ERRORS],
    }),
  };
};

const eventOperations = (kind: MonitorKind) => ({
  get: operation({
    id: `list${NAMES[kind].id}MonitorEvents`,
    summary: 'What changed, newest first',
    description: 'Free. Events are kept for a year.',
    parameters: [
      ID_PARAMETER,
      ...pageParameters(MAX_LISTED_EVENTS, 100),
      queryParameter(MEMBER_WIRE[kind].field, 'Only events of this one.', { type: 'string' }),
      queryParameter('since', 'Only events detected at this moment or later, ISO 8601.', {
        type: 'string',
      }),
    ],
    answers: `${MONITOR_SCHEMA_NAMES[kind]}EventListResponse`,
    refusals: ['BadQuery', ...MONITOR_ERRORS],
  }),
});

const monitorKindPaths = (kind: MonitorKind) => {
  const path = `/v1${MONITOR_PATHS[kind]}`;
  return {
    [path]: collectionOperations(kind),
    [`${path}/{id}`]: monitorOperations(kind),
    [`${path}/{id}/run`]: runOperation(kind),
    [`${path}/{id}/${MEMBER_WIRE[kind].list}`]: memberOperations(kind),
    [`${path}/{id}/events`]: eventOperations(kind),
  };
};

/** Paths of monitors. */
export const monitorPaths = { ...monitorKindPaths('number'), ...monitorKindPaths('job_change') };
