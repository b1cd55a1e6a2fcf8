import * as z from 'zod';
import type { AddressReputation, IpAddress } from '../../domain/ip/address.ts';
import { alike } from '../../lib/fields.ts';
import { flag, part, percentage, text } from '../../lib/loose-fields.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

const status = z.object({ status: z.string() });

/**
 * Reputation of addresses (proxycheck.io API v3). An exhausted quota is reported as `denied`, also
 * with HTTP 200; `warning` is an answer with a remark about the account.
 */
const PROXYCHECK: Upstream = {
  name: 'PROXYCHECK',
  hosts: ['proxycheck.io'],
  metered: 'calls',
  adds: 'reputation of IP addresses in addition to the public lists; without it `ip` uses no reputation vendor',
  needs: ['PROXYCHECK_KEY'],
  authenticate: (secret) => ({ query: { key: secret('PROXYCHECK_KEY') } }),
  envelope(body, http) {
    const said = status.safeParse(body).data?.status;
    if (said === 'denied') return http === 401 || http === 403 ? 'key' : 'quota';
    return said === 'error' && http === 200 ? 'later' : undefined;
  },
};

/** API version by date: later changes do not apply. */
const VERSION = '01-November-2026';

const TIMEOUT_MS = 3_000;

/** The detections are under the address itself. */
const reply = z
  .record(z.string(), z.unknown())
  .transform((body) => new Map<string, unknown>(Object.entries(body)));

/** Detections of which at least one can be read. */
const details = z.object({
  detections: z
    .object({ ...alike(flag, 'proxy', 'vpn', 'tor', 'hosting', 'compromised'), risk: percentage })
    .refine((read) => Object.values(read).some((value) => value !== null)),
  operator: part({ name: text }),
});

/** Current reputation of an address, including IPv6. */
export const addressReputation = fromUpstream<IpAddress, AddressReputation>(PROXYCHECK, {
  label: 'address_reputation',
  timeoutMs: TIMEOUT_MS,
  async ask({ text: address }, call, { clock }) {
    const found = await call({
      path: `/v3/${encodeURIComponent(address)}`,
      query: { ver: VERSION },
      schema: reply,
    });
    if (!found) return null;
    const { detections, operator } = details.parse(found.get(address));
    return {
      ...detections,
      operator: operator?.name ?? null,
      at: new Date(clock.now()).toISOString(),
    };
  },
});
