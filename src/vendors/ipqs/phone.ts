import * as z from 'zod';
import { type LiveLine, UNKNOWN_LINE } from '../../domain/carrier.ts';
import { phoneLineFrom } from '../../domain/person/contact.ts';
import type { PhoneNumber } from '../../domain/phone/number.ts';
import { fieldsAt, flag, number, text, textExcept } from '../../lib/loose-fields.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

const envelope = z.object({ success: z.boolean(), message: z.string().catch('') });

/**
 * Reputation of numbers, worldwide (IPQualityScore, Phone Number Validation API). Every refusal has
 * HTTP 200 and `success: false`; its message states the reason. The key is sent in the header that
 * the vendor accepts instead of the path ("Submitting Data to IPQS APIs"), because URLs are logged
 * on the way. The number is then a parameter, because a value in the path is read as the key.
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
    return /phone|number/i.test(said.message) ? 'input' : 'later';
  },
};

/** Reputation of a number at a reputation service; null for what it does not state. */
export interface CallerReputation {
  /** 0 to 100: from 75 suspicious, from 85 high risk, from 90 abusive in the last three days. */
  fraudScore: number;
  recentAbuse: boolean | null;
  spammer: boolean | null;
  /** Also false for a number that the service calls invalid: no carrier there has assigned it. */
  inService: boolean | null;
  line: LiveLine | null;
}

const TIMEOUT_MS = 5_000;

const reply = fieldsAt({
  fraudScore: ['fraud_score', number.pipe(z.number().min(0).max(100))],
  recentAbuse: ['recent_abuse', flag],
  spammer: ['spammer', flag],
  inService: ['active', flag],
  valid: ['valid', flag],
  isVoip: ['VOIP', flag],
  lineType: ['line_type', text.transform(phoneLineFrom)],
  carrier: ['carrier', textExcept('Unknown')],
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
