import * as z from 'zod';
import { lineOf } from '../../core/people/contact-choice.ts';
import { type LiveLine, SILENT_LINE } from '../../core/phone/live-line.ts';
import type { PhoneNumber } from '../../core/phone/number.ts';
import { part, text } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { TWILIO } from './client.ts';

/** It only adds to an answer, so it is not waited for long. */
const TIMEOUT_MS = 5_000;

const STATUSES: ReadonlyMap<string, 'ACTIVE' | 'INACTIVE'> = new Map([
  ['active', 'ACTIVE'],
  ['reachable', 'ACTIVE'],
  ['inactive', 'INACTIVE'],
  ['unreachable', 'INACTIVE'],
]);

const reply = z.object({
  valid: z.boolean(),
  line_type_intelligence: part({
    carrier_name: text,
    type: text,
    mobile_country_code: text,
    mobile_network_code: text,
  }),
  line_status: part({ status: text }),
});

/** What kind of line a number is, and whether it is in service. */
export const twilioLine = fromUpstream<PhoneNumber, LiveLine>(TWILIO, {
  name: 'twilio',
  label: 'line_status_query',
  metered: 'calls',
  timeoutMs: TIMEOUT_MS,
  async ask({ e164 }, call) {
    const found = await call({
      path: `/v2/PhoneNumbers/${encodeURIComponent(e164)}`,
      query: { Fields: 'line_type_intelligence,line_status' },
      schema: reply,
    });
    if (!found) return null;
    const { line_type_intelligence: line, line_status } = found;
    const flag = line_status?.status?.toLowerCase() ?? null;
    return {
      ...SILENT_LINE,
      carrier: line?.carrier_name ?? null,
      lineType: lineOf(line?.type ?? null),
      mcc: line?.mobile_country_code ?? null,
      mnc: line?.mobile_network_code ?? null,
      status: STATUSES.get(flag ?? '') ?? null,
      statusFlag: flag,
    };
  },
});
