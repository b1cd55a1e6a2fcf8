import * as z from 'zod';
import { type LiveLine, UNKNOWN_LINE } from '../../domain/carrier.ts';
import { type NumberOwner, phoneLineFrom } from '../../domain/person/contact.ts';
import { personSubjects } from '../../domain/person/person.ts';
import type { PhoneNumber } from '../../domain/phone/number.ts';
import { isInUnitedStates } from '../../domain/place/us-states.ts';
import { amount, fieldsAt, flag, listOf, text, texts, zipCode } from '../../lib/loose-fields.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

interface Envelope {
  errorCode?: unknown;
  error?: { name?: unknown } | null;
  owners?: unknown;
}

/** North American numbers: activity, line type and owners; every call is billed. */
const TRESTLE: Upstream = {
  name: 'TRESTLE',
  hosts: ['api.trestleiq.com'],
  metered: 'calls',
  adds: 'premium reverse phone; whether a North American number is in use',
  needs: ['TRESTLE_KEY'],
  authenticate: (secret) => ({ headers: { 'x-api-key': secret('TRESTLE_KEY') } }),
  /** 429 is the rate limit or the quota; HTTP 200 may be a partial answer, or an empty one. */
  envelope(body, status) {
    const { errorCode, error, owners } = (body ?? {}) as Envelope;
    if (status === 429) return errorCode === 'RATE_LIMIT_EXCEEDED' ? 'later' : 'quota';
    if (status !== 200 || error?.name === undefined) return undefined;
    return Array.isArray(owners) && owners.length === 0 ? 'later' : 'partial';
  },
};

/** Short, because the source only adds to an answer. */
const TIMEOUT_MS = 5_000;

/** Activity scores from which a number counts as connected, and up to which as disconnected. */
const CONNECTED = 70;
const DISCONNECTED = 30;

const lineReply = fieldsAt({
  valid: ['is_valid', z.boolean()],
  score: ['activity_score', amount],
  lineType: ['line_type', text.transform(phoneLineFrom)],
  carrier: ['carrier', text],
  prepaid: ['is_prepaid', flag],
});

function lineStatusOfScore(score: number | null): LiveLine['status'] {
  if (score === null) return null;
  if (score >= CONNECTED) return 'ACTIVE';
  return score <= DISCONNECTED ? 'INACTIVE' : null;
}

/** Whether a number is in use, and its line type. */
export const trestleLine = fromUpstream<PhoneNumber, LiveLine>(TRESTLE, {
  label: 'phone_activity_query',
  timeoutMs: TIMEOUT_MS,
  async ask({ e164 }, call) {
    const found = await call({
      path: '/3.0/phone_intel',
      query: { phone: e164 },
      schema: lineReply,
    });
    if (!found) return null;
    const { valid: _, score, ...line } = found;
    return {
      ...UNKNOWN_LINE,
      ...line,
      status: lineStatusOfScore(score),
      statusFlag: score === null ? null : `activity ${score}`,
    };
  },
});

/** Four digits; the vendor writes them after the ZIP code (`98264-9999`). */
const zip4 = text.transform((code) => /^(?:\d{5}-?)?(\d{4})$/.exec(code ?? '')?.[1] ?? null);

const owner = fieldsAt({
  fullName: ['name', text],
  firstName: ['firstname', text],
  lastName: ['lastname', text],
  type: ['type', text],
  emails: ['emails', texts],
  country: ['current_addresses.0.country_code', text],
  address: [
    fieldsAt({
      line1: ['current_addresses.0.street_line_1', text],
      line2: ['current_addresses.0.street_line_2', text],
      city: ['current_addresses.0.city', text],
      state: ['current_addresses.0.state_code', text],
      zip: ['current_addresses.0.postal_code', zipCode],
      zip4: ['current_addresses.0.zip4', zip4],
    }),
  ],
});

const ownerReply = z.object({ line_type: text, owners: listOf(owner) });

type Owner = z.output<typeof owner>;

/** Leaves out people known to live in another country; the country is often missing. */
const isDisclosable = ({ fullName, country }: Owner): boolean =>
  fullName !== null && isInUnitedStates({ country, state: null }) !== false;

const isBusiness = ({ type }: Owner): boolean => type?.toLowerCase() === 'business';

/** Finds the holder of a US number. */
export const trestleOwner = fromUpstream<PhoneNumber, NumberOwner>(TRESTLE, {
  label: 'phone_owner_database',
  async ask({ e164 }, call) {
    const found = await call({ path: '/3.2/phone', query: { phone: e164 }, schema: ownerReply });
    const [first, ...others] = found?.owners.filter(isDisclosable) ?? [];
    if (!found || !first) return null;
    const { fullName, firstName, lastName, emails, address } = first;
    return {
      fullName,
      firstName,
      lastName,
      secondaryName: others.find((other) => !isBusiness(other))?.fullName ?? null,
      companyName: [first, ...others].find(isBusiness)?.fullName ?? null,
      email: emails[0] ?? null,
      phoneType: phoneLineFrom(found.line_type),
      address,
      knownBy: personSubjects({ email: [first, ...others].flatMap((one) => one.emails) }),
      asOf: null,
    };
  },
});
