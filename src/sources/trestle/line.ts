import * as z from 'zod';
import { lineOf } from '../../core/people/contact-choice.ts';
import { type LiveLine, SILENT_LINE } from '../../core/phone/live-line.ts';
import type { PhoneNumber } from '../../core/phone/number.ts';
import { flag, number, text } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { TRESTLE } from './client.ts';

/** It only adds to an answer, so it is not waited for long. */
const TIMEOUT_MS = 5_000;

/** Scores of activity from which a number counts as connected, and up to which as disconnected. */
const CONNECTED = 70;
const DISCONNECTED = 30;

const reply = z.object({
  is_valid: z.boolean(),
  activity_score: number,
  line_type: text,
  carrier: text,
  is_prepaid: flag,
});

function statusOf(score: number | null): LiveLine['status'] {
  if (score === null) return null;
  if (score >= CONNECTED) return 'ACTIVE';
  return score <= DISCONNECTED ? 'INACTIVE' : null;
}

/** Whether a number is in use, and what kind of line it is. */
export const trestleLine = fromUpstream<PhoneNumber, LiveLine>(TRESTLE, {
  name: 'trestle',
  label: 'phone_activity_query',
  metered: 'calls',
  timeoutMs: TIMEOUT_MS,
  async ask({ e164 }, call) {
    const found = await call({ path: '/3.0/phone_intel', query: { phone: e164 }, schema: reply });
    if (!found) return null;
    const { activity_score: score } = found;
    return {
      ...SILENT_LINE,
      carrier: found.carrier,
      lineType: lineOf(found.line_type),
      status: statusOf(score),
      statusFlag: score === null ? null : `activity ${score}`,
      prepaid: found.is_prepaid,
    };
  },
});
