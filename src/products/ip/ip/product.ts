import * as z from 'zod';
import { ipAddress } from '../../../core/ip/address.ts';
import { defineProduct, priceByInput } from '../../../core/lookup/product.ts';
import { IP_FACT_VERSION, type IpInput, ipSources, isRoutable } from '../fact.ts';
import { classifyIp, ipClassification } from './classification.ts';
import { describeIp, ipInsights } from './insights.ts';
import { profileIp } from './profile.ts';
import { recommendIp } from './recommend.ts';
import { ipSandbox } from './sandbox.ts';
import { IP_RISK } from './scoring.ts';

/** Whose address is this, where is it, and does it hide its user? */
export const ip = defineProduct({
  path: '/ip',
  type: 'ip',
  summary: 'Geolocate an IP address and tell proxies, VPNs, Tor exits and servers from people',
  tier: 'standard',
  input: z.object({ ip: ipAddress }),
  subject: ({ ip }) => ip.text,
  sources: ipSources,
  conclude: (fact, { ip }) => profileIp(fact, ip),
  // Nobody pays for an address that cannot be looked up.
  price: priceByInput(1, ({ ip }: IpInput) => (isRoutable(ip) ? 1 : 0)),
  classification: { schema: ipClassification, from: classifyIp },
  insights: { schema: ipInsights, from: describeIp },
  risk: IP_RISK,
  recommend: recommendIp,
  bulk: 'ip_lookup',
  factVersion: IP_FACT_VERSION,
  sandbox: ipSandbox,
  example: { ip: '8.8.8.8' },
});
