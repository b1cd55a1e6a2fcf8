import * as z from 'zod';
import { carrierNameFrom, type LiveLine, UNKNOWN_LINE } from '../../domain/carrier.ts';
import { phoneLineFrom } from '../../domain/person/contact.ts';
import type { PhoneNumber } from '../../domain/phone/number.ts';
import { basicCredential } from '../../lib/bytes.ts';
import { fieldsAt, lowerText, text } from '../../lib/loose-fields.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

const LINE = 'line_type_intelligence';
const STATUS = 'line_status';

/** No coverage for the number (60600), and Canada without the account's approval (60601). */
const NOT_COVERED: readonly unknown[] = [60600, 60601];

/** Whether a package of the reply failed: the others are answered with HTTP 200 all the same. */
const hasFailed = (part: { error_code?: unknown } | null | undefined): boolean =>
  typeof part?.error_code === 'number' && !NOT_COVERED.includes(part.error_code);

/**
 * Line types and line status of numbers; every call is billed. The key is an API key or an account,
 * with its secret.
 */
const TWILIO: Upstream = {
  name: 'TWILIO',
  hosts: ['lookups.twilio.com'],
  metered: 'calls',
  adds: 'carrier, line type and whether a number is in service, worldwide; in the United States and Canada only if Trestle is not configured or fails',
  needs: ['TWILIO_KEY', 'TWILIO_SECRET'],
  authenticate: (secret) => ({
    headers: { Authorization: basicCredential(secret('TWILIO_KEY'), secret('TWILIO_SECRET')) },
  }),
  envelope(body) {
    const parts = (body ?? {}) as Record<string, { error_code?: unknown } | null | undefined>;
    return [LINE, STATUS].some((name) => hasFailed(parts[name])) ? 'partial' : undefined;
  },
};

/** Short, because the source only adds to an answer. */
const TIMEOUT_MS = 5_000;

/** Words of the package `line_status`. An unreachable number is in service, its handset is off. */
const STATUSES: ReadonlyMap<string, LiveLine['status']> = new Map([
  ['active', 'ACTIVE'],
  ['reachable', 'ACTIVE'],
  ['inactive', 'INACTIVE'],
  ['unreachable', 'ABSENT'],
]);

const reply = fieldsAt({
  valid: ['valid', z.boolean()],
  carrier: [`${LINE}.carrier_name`, text.transform(carrierNameFrom)],
  lineType: [`${LINE}.type`, text.transform(phoneLineFrom)],
  mcc: [`${LINE}.mobile_country_code`, text],
  mnc: [`${LINE}.mobile_network_code`, text],
  statusFlag: [`${STATUS}.status`, lowerText],
});

/** Line type of a number, and whether it is in service. */
export const twilioLine = fromUpstream<PhoneNumber, LiveLine>(TWILIO, {
  label: 'line_status_query',
  timeoutMs: TIMEOUT_MS,
  async ask({ e164 }, call) {
    const found = await call({
      path: `/v2/PhoneNumbers/${encodeURIComponent(e164)}`,
      query: { Fields: `${LINE},${STATUS}` },
      schema: reply,
    });
    if (!found) return null;
    const { valid: _, ...line } = found;
    return { ...UNKNOWN_LINE, ...line, status: STATUSES.get(line.statusFlag ?? '') ?? null };
  },
});
