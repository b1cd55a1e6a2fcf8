import * as z from 'zod';
import { daysSince, type Registration, unregistered } from './registration-fact.ts';

const text = z.string().catch('');
/** The items that can be read; one odd item costs no other. */
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.flatMap((one) => {
        const read = item.safeParse(one);
        return read.success ? [read.data] : [];
      }),
    );

const entity = z.object({
  roles: list(z.string()),
  handle: text,
  vcardArray: z.unknown().optional(),
});

/** Domain object of RFC 9083 section 5.3, as leniently as registries write it. */
const domainObject = z.object({
  objectClassName: text,
  ldhName: text,
  status: list(z.string()),
  events: list(z.object({ eventAction: text, eventDate: text })),
  nameservers: list(z.object({ ldhName: text })),
  entities: list(entity),
});

/** Error object of RFC 9083 section 6; some servers send it with status 200. */
export const errorObject = z.object({
  errorCode: z.coerce.number().int(),
  title: text,
  description: list(z.string()),
});

/** Statuses of names that a registry keeps for itself: in its database, in nobody's hands. */
const WITHHELD = /^(?:reserved|blocked|administratively blocked|not available for registration)$/i;

/** jCard (RFC 7095): `["vcard", [[property, parameters, type, value], …]]`. */
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

function isoTime(value: string): string | null {
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/**
 * Reads a registry's answer about a name it knows.
 * @throws ZodError or SyntaxError when it is no RDAP domain object
 */
export function readDomainObject(body: string, server: string, now: number): Registration {
  const domain = domainObject
    .refine((object) => object.objectClassName === 'domain' || object.ldhName !== '')
    .parse(JSON.parse(body));
  const event = (action: string) =>
    isoTime(
      domain.events.find(({ eventAction }) => eventAction.toLowerCase() === action)?.eventDate ??
        '',
    );
  const registrar = domain.entities.find(({ roles }) =>
    roles.some((role) => role.toLowerCase() === 'registrar'),
  );
  const createdAt = event('registration');
  if (createdAt === null && !registrar && domain.status.some((status) => WITHHELD.test(status)))
    return unregistered('RDAP', server, domain.status);
  return {
    registered: true,
    protocol: 'RDAP',
    server,
    createdAt,
    updatedAt: event('last changed'),
    expiresAt: event('expiration'),
    ageDays: daysSince(createdAt, now),
    registrar: registrar ? (cardName(registrar.vcardArray) ?? (registrar.handle || null)) : null,
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

/** What a registry says of a name it does not have: RFC 9083 asks for a body but allows none. */
export function readAbsence(body: string, server: string): Registration {
  let reasons = '';
  try {
    const { title, description } = errorObject.parse(JSON.parse(body));
    reasons = [title, ...description].join(' ');
  } catch {
    // Plain text or nothing: the status has said it.
  }
  const withheld = /\b(reserved|blocked|prohibited|premium)\b/i.exec(reasons)?.[1]?.toLowerCase();
  return unregistered('RDAP', server, withheld ? [withheld] : []);
}
