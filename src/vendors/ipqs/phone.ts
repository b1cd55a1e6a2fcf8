import * as z from 'zod';
import { type LiveLine, UNKNOWN_LINE } from '../../domain/carrier.ts';
import { phoneLineFrom } from '../../domain/person/contact.ts';
import type { PhoneNumber } from '../../domain/phone/number.ts';
import { fieldsAt, flag, text, textExcept } from '../../lib/loose-fields.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

const envelope = z.object({ success: z.boolean(), message: z.string().catch('') });

/**
 * Reputation of numbers, worldwide (IPQualityScore, Phone Number Validation API). Every refusal
 * comes with HTTP 200 and `success: false`; what it is about stands in the message. The key travels
 * in the header that the vendor takes beside the path ("Submitting Data to IPQS APIs"): an address
 * is logged on its way. The number is a parameter then: what stands in the path is read as the key.
 */
const IPQS: Upstream = {
  name: 'IPQS',
  hosts: ['www.ipqualityscore.com'],
  metered: 'calls',
  adds: 'reputation of callers of every country in addition to complaint data, for `phone-spam`',
  needs: ['IPQS_KEY'],
  authenticate: (secret) => ({ headers: { 'IPQS-KEY': secret('IPQS_KEY') } }),
  envelope(body) {
    const said = envelope.safeParse(body).data;
    if (!said || said.success) return undefined;
    if (/exceed|quota|credit|upgrade|limit/i.test(said.message)) return 'quota';
    if (/unauthori[sz]ed|invalid.{0,20}key|api key/i.test(said.message)) return 'key';
    return /phone|number/i.test(said.message) ? 'input' : 'broken';
  },
};

/** What a reputation service says of a number; null is what it does not say. */
export interface CallerReputation {
  /** 0 to 100: from 75 suspicious, from 85 high risk, from 90 abusive in the last three days. */
  fraudScore: number;
  recentAbuse: boolean | null;
  spammer: boolean | null;
  /** False also of a number that the service calls not valid: no carrier there has assigned it. */
  inService: boolean | null;
  line: LiveLine | null;
}

const TIMEOUT_MS = 5_000;

const reply = fieldsAt({
  fraudScore: ['fraud_score', z.number().min(0).max(100)],
  recentAbuse: ['recent_abuse', flag],
  spammer: ['spammer', flag],
  inService: ['active', flag],
  valid: ['valid', flag],
  isVoip: ['VOIP', flag],
  lineType: ['line_type', text.transform(phoneLineFrom)],
  carrier: ['carrier', textExcept('N/A', 'Unknown')],
  prepaid: ['prepaid', flag],
});

export const callerReputation = fromUpstream<PhoneNumber, CallerReputation>(IPQS, {
  label: 'caller_reputation',
  timeoutMs: TIMEOUT_MS,
  async ask({ e164 }, call) {
    const found = await call({ path: '/api/json/phone', query: { phone: e164 }, schema: reply });
    if (!found) return null;
    const { valid, isVoip, lineType: said, carrier, prepaid, ...reputation } = found;
    const lineType = isVoip ? 'VOIP' : said;
    const isLine = valid !== false && (lineType ?? carrier) !== null;
    return {
      ...reputation,
      inService: valid === false ? false : reputation.inService,
      line: isLine ? { ...UNKNOWN_LINE, lineType, carrier, prepaid } : null,
    };
  },
});
