import type { ContactPlace } from '../../domain/person/work-contact.ts';
import { fieldsAt, text } from '../../lib/loose-fields.ts';
import { pause } from '../../lib/time.ts';
import { UpstreamStatus } from '../../lookup/upstream-status.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { VendorCall, VendorRequest } from '../upstream/vendor-source.ts';

/**
 * Work email addresses, people and companies (hunter.io API v2). A miss is free: 404, or null in
 * place of the answer. The vendor's pages disagree on which of 402, 403 and 429 means the quota;
 * 403 counts as unavailable.
 */
export const HUNTER: Upstream = {
  name: 'HUNTER',
  hosts: ['api.hunter.io'],
  metered: 'answers',
  adds: 'work email addresses; companies by domain; searches of people and companies; outside bulk jobs, verification of mailboxes that the mailbox check could not confirm',
  needs: ['HUNTER_KEY'],
  authenticate: (secret) => ({ headers: { 'X-API-KEY': secret('HUNTER_KEY') } }),
  // 222: the mail server sent an unexpected reply. 451: the person asked not to be listed.
  statuses: { 202: 'pending', 222: 'input', 404: 'none', 451: 'none' },
};

/** Location of a person or company. */
export const geoFields = fieldsAt<ContactPlace>({
  city: ['geo.city', text],
  region: ['geo.state', text],
  country: ['geo.country', text],
});

/** Waits before the second, third, … poll of a pending answer; the last for all others. */
const POLL_INTERVALS_MS = [250, 500, 1_000, 2_000];
const MAX_POLLS = 20;

/** Polls while the vendor is still working, until the source's time ends. @throws as `call` */
export async function pollUntilReady<Reply>(
  call: VendorCall,
  request: VendorRequest<Reply>,
): Promise<Reply | null> {
  for (let asked = 1; ; asked += 1) {
    try {
      return await call(request);
    } catch (error) {
      const isPending = error instanceof UpstreamStatus && error.status === 202;
      if (!isPending || asked === MAX_POLLS) throw error;
      await pause(POLL_INTERVALS_MS[Math.min(asked, POLL_INTERVALS_MS.length) - 1] as number);
    }
  }
}
