import * as z from 'zod';
import { readReplyText } from '../../lib/bounded-stream.ts';
import { Deadline } from '../../lib/deadline.ts';
import { ApiError } from '../../lib/errors.ts';
import { parseTime } from '../../lib/time.ts';
import type { Source } from '../../lookup/source.ts';
import { successful, UpstreamStatus } from '../../lookup/upstream-status.ts';
import type { World } from '../../lookup/world.ts';
import { currentRegistries } from './rdap-bootstrap.ts';
import {
  comparableName,
  daysSince,
  type Registration,
  type RegistrationQuery,
  unregistered,
} from './registration-fact.ts';
import { backOff, getCached, refuseWhileBlocked, registryUnavailable } from './registry-cache.ts';
import { FIRST_YEAR } from './whois-date.ts';

const rdapText = z.string().catch('');
/** Items that parse; an invalid item does not affect the others. */
const rdapList = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.flatMap((one) => {
        const read = item.safeParse(one);
        return read.success ? [read.data] : [];
      }),
    );

const rdapEntity = z.object({
  roles: rdapList(z.string()),
  handle: rdapText,
  vcardArray: z.unknown().optional(),
});

const rdapName = { ldhName: rdapText, unicodeName: rdapText };

/** Domain object of RFC 9083 section 5.3, parsed as leniently as registries write it. */
const domainObject = z.object({
  objectClassName: rdapText,
  ...rdapName,
  variants: rdapList(z.object({ variantNames: rdapList(z.object(rdapName)) })),
  status: rdapList(z.string()),
  events: rdapList(z.object({ eventAction: rdapText, eventDate: rdapText })),
  nameservers: rdapList(z.object({ ldhName: rdapText })),
  entities: rdapList(rdapEntity),
});

/** Error object of RFC 9083 section 6; some servers send it with status 200. */
const errorObject = z.object({
  errorCode: z.coerce.number().int().min(100),
  title: rdapText,
  description: rdapList(z.string()),
});

/** Statuses of names that a registry withholds: in its database, but not registered. */
const WITHHELD = /^(?:reserved|blocked|administratively blocked|not available for registration)$/i;

/** Name in a jCard (RFC 7095): `["vcard", [[property, parameters, type, value], …]]`. */
function cardName(card: unknown): string | null {
  const properties = Array.isArray(card) && Array.isArray(card[1]) ? (card[1] as unknown[]) : [];
  for (const wanted of ['fn', 'org']) {
    for (const property of properties) {
      if (!Array.isArray(property) || property[0] !== wanted) continue;
      const value: unknown = Array.isArray(property[3]) ? property[3][0] : property[3];
      if (typeof value === 'string' && value.trim() !== '') return value.trim();
    }
  }
  return null;
}

/** Null also for an empty date of the registry's software, such as 0001-01-01 or 1970-01-01. */
function isoTime(value: string): string | null {
  const time = parseTime(value);
  return time >= Date.UTC(FIRST_YEAR) ? new Date(time).toISOString() : null;
}

/** The handle as a name, unless it is a number, as IANA's are. */
const registrarHandle = ({ handle }: { handle: string }): string | null =>
  /\p{L}/u.test(handle) ? handle : null;

/** Names that a record is about, including those of its variants; empty if it has none. */
function recordNames({ ldhName, unicodeName, variants }: z.infer<typeof domainObject>): string[] {
  const names = [{ ldhName, unicodeName }, ...variants.flatMap((one) => one.variantNames)];
  return names.flatMap((name) => [name.ldhName, name.unicodeName]).filter(Boolean);
}

/**
 * Parses a registry's answer about a name in its database.
 * @throws ZodError or SyntaxError if it is not an RDAP domain object
 * @throws ApiError if it is the record of another name
 */
function readDomainObject(body: string, server: string, asked: string, now: number): Registration {
  const domain = domainObject
    .refine((object) => object.objectClassName === 'domain' || object.ldhName !== '')
    .parse(JSON.parse(body));
  const names = recordNames(domain);
  if (names.length > 0 && !names.some((name) => comparableName(name) === asked))
    throw registryUnavailable('returned the record of another name');
  /** The first date among these events, in this order (RFC 9083 section 10.2.3). */
  const event = (...actions: string[]): string | null =>
    actions
      .flatMap((action) =>
        domain.events.filter(({ eventAction }) => eventAction.toLowerCase() === action),
      )
      .map(({ eventDate }) => isoTime(eventDate))
      .find((date) => date !== null) ?? null;
  const registrar = domain.entities.find(({ roles }) =>
    roles.some((role) => role.toLowerCase() === 'registrar'),
  );
  const createdAt = event('registration', 'reregistration');
  if (createdAt === null && !registrar && domain.status.some((status) => WITHHELD.test(status)))
    return unregistered('RDAP', server, domain.status);
  return {
    registered: true,
    protocol: 'RDAP',
    server,
    createdAt,
    updatedAt: event('last changed'),
    expiresAt: event('expiration', 'registrar expiration'),
    ageDays: daysSince(createdAt, now),
    registrar: registrar ? (cardName(registrar.vcardArray) ?? registrarHandle(registrar)) : null,
    nameservers: [
      ...new Set(
        domain.nameservers
          .map(({ ldhName }) => ldhName.toLowerCase().replace(/\.$/, ''))
          .filter(Boolean),
      ),
    ],
    status: domain.status,
  };
}

/** Parses a registry's answer about an absent name: RFC 9083 requests a body but allows none. */
function readAbsence(body: string, server: string): Registration {
  let reasons = '';
  try {
    const { title, description } = errorObject.parse(JSON.parse(body));
    reasons = [title, ...description].join(' ');
  } catch {
    // Plain text or no body: the status is enough.
  }
  // A service that redirects to registries has none for this name.
  if (/\bno rdap (?:service|server)\b/i.test(reasons))
    throw registryUnavailable('has no RDAP service');
  const withheld = /\b(reserved|blocked|prohibited|premium)\b/i.exec(reasons)?.[1]?.toLowerCase();
  return unregistered('RDAP', server, withheld ? [withheld] : []);
}

/** Redirects to other registries before an answer (RFC 7480 5.2 warns of loops). */
const MAX_REDIRECTS = 4;
/** Domain objects are a few KiB. */
const MAX_BYTES = 512 * 1_024;
/** Wait after a 429 without Retry-After. */
const DEFAULT_BACK_OFF_SECONDS = 60;

/** Target of a redirect. @throws ApiError if there is none, or if it drops encryption */
function nextUrl(response: Response, from: URL): URL {
  const location = response.headers.get('Location');
  if (!location || !URL.canParse(location, from.href))
    throw registryUnavailable('redirects to an invalid address');
  const next = new URL(location, from);
  if (next.protocol !== 'https:' && next.protocol !== from.protocol)
    throw registryUnavailable('redirects to an unencrypted address');
  return next;
}

const HEADERS = { Accept: 'application/rdap+json, application/json;q=0.9' };
const REDIRECTS = [301, 302, 303, 307, 308];
/** Statuses whose replies have no body (Fetch standard, "null body status"). */
const NO_BODY = [204, 205, 304];

/**
 * Fetches a URL from a registry's reply like one from a caller: public hosts only.
 * @throws ApiError
 */
async function fetchReferred(url: URL, world: World, timeoutMs: number): Promise<Response> {
  const limits = { timeoutMs, maxBytes: MAX_BYTES, maxRedirects: 0 };
  try {
    const reply = await world.outbound.fetcher.fetch(url.href, { headers: HEADERS, ...limits });
    const { status, headers } = reply;
    return new Response(NO_BODY.includes(status) ? null : reply.body, { status, headers });
  } catch (error) {
    if (error instanceof ApiError && ['INVALID_INPUT', 'VALIDATION_FAILED'].includes(error.code))
      throw registryUnavailable('redirects to an address that cannot be read', error);
    throw error;
  }
}

/** Sends the query, and follows redirects between registries itself. */
async function fetchObject(
  start: URL,
  world: World,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<{ response: Response; url: URL }> {
  const until = world.clock.now() + timeoutMs;
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    refuseWhileBlocked(url.host, world);
    const response =
      url.origin === start.origin
        ? await world.outbound.http(
            new Request(url, { headers: HEADERS, redirect: 'manual', signal }),
          )
        : await fetchReferred(url, world, Math.max(1, until - world.clock.now()));
    if (!REDIRECTS.includes(response.status)) return { response, url };
    await response.body?.cancel();
    url = nextUrl(response, url);
  }
  throw registryUnavailable('redirects too many times');
}

/** An HTML page comes from a web server without RDAP, and is not a statement about the name. */
const isWebPage = (response: Response): boolean =>
  /^text\/html\b/i.test(response.headers.get('Content-Type') ?? '');

async function readRdapReply(
  { response, url }: { response: Response; url: URL },
  asked: string,
  world: World,
): Promise<Registration> {
  if (response.status === 429) {
    await response.body?.cancel();
    backOff(
      url.host,
      new UpstreamStatus(429, response.headers).retryAfterSeconds ?? DEFAULT_BACK_OFF_SECONDS,
      world,
    );
  }
  if (response.status === 404 && !isWebPage(response))
    return readAbsence(await readReplyText(response, MAX_BYTES), url.host);
  if (response.status === 404) await response.body?.cancel();
  if (response.status === 404)
    throw registryUnavailable('has no RDAP service at its published address');
  const body = await readReplyText(await successful(response), MAX_BYTES);
  const error = errorObject.safeParse(JSON.parse(body));
  if (error.data?.errorCode === 404) return readAbsence(body, url.host);
  if (error.data) throw new UpstreamStatus(error.data.errorCode);
  return readDomainObject(body, url.host, asked, world.clock.now());
}

const isRefusal = (status: number): boolean => status >= 500 || status === 401 || status === 403;

/** Marks failures as about the input: one failing registry must not open the circuit breaker. */
function toRegistryError(error: unknown): unknown {
  if (error instanceof UpstreamStatus && isRefusal(error.status))
    return registryUnavailable('is temporarily unavailable', error, error.retryAfterSeconds);
  if (error instanceof DOMException)
    return new ApiError('UPSTREAM_TIMEOUT', 'The registry took too long.', {
      aboutInput: true,
      cause: error,
    });
  if (error instanceof SyntaxError || error instanceof z.core.$ZodError)
    return registryUnavailable('did not send a valid RDAP response', error);
  if (!(error instanceof ApiError) || error.aboutInput) return error;
  const wait = Number(error.headers['Retry-After']);
  return new ApiError(error.code, error.message, {
    aboutInput: true,
    cause: error,
    ...(wait > 0 && { retryAfterSeconds: wait }),
  });
}

async function queryRegistry(
  { domain, timeoutMs }: RegistrationQuery,
  world: World,
  signal: AbortSignal,
): Promise<Registration | null> {
  const base = (await currentRegistries(world, signal)).rdapBase(domain.name);
  if (base === null) return null;
  const start = new URL(`domain/${domain.name}`, base);
  try {
    const reply = await fetchObject(start, world, { signal, timeoutMs });
    return await readRdapReply(reply, domain.name, world);
  } catch (error) {
    throw toRegistryError(error);
  }
}

const tooSlow = () => new DOMException('The registry took too long.', 'TimeoutError');

/** Queries the registry within the query's timeout, and until `signal` aborts. */
async function queryRdap(
  query: RegistrationQuery,
  world: World,
  signal: AbortSignal | undefined,
): Promise<Registration | null> {
  const deadline = new Deadline(query.timeoutMs, tooSlow);
  const ends = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
  try {
    return await queryRegistry(query, world, ends);
  } finally {
    deadline.end();
  }
}

/** Registry's record of a name (RFC 7480, 9082, 9083). Null if its suffix has no RDAP service. */
export const rdap: Source<RegistrationQuery, Registration> = {
  name: 'rdap',
  label: 'domain_registry',
  kind: 'open',
  reads: 'io',
  available: () => true,
  ask: (query, world, signal) =>
    getCached('rdap', query, world, () => queryRdap(query, world, signal)),
};
