import * as z from 'zod';
import {
  type LiveLine,
  lineOfCategory,
  type RoutingFact,
  UNKNOWN_LINE,
  UNKNOWN_ROUTING,
} from '../../domain/carrier.ts';
import type { PhoneNumber } from '../../domain/phone/number.ts';
import { fieldsAt, listOf, text, textOrNumber, writtenDate } from '../../lib/loose-fields.ts';
import { Lru } from '../../lib/lru.ts';
import type { World } from '../../lookup/world.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';

const SERVICE: Pick<Upstream, 'name' | 'hosts' | 'timeoutMs' | 'authenticate'> = {
  name: 'TELIQUE',
  hosts: ['api.telique.ringer.tel'],
  timeoutMs: 5_000,
  authenticate(secret) {
    const key = secret('TELIQUE_KEY');
    return key === '' ? {} : { headers: { 'x-api-token': key } };
  },
};

/** Routing of US and Canadian numbers: ten calls a minute without a key. */
const TELIQUE_ROUTING: Upstream = {
  ...SERVICE,
  adds: 'lifts the limit of ten calls a minute of the public portability database, and asks the do-not-originate registry of the United States and Canada',
  reads: ['TELIQUE_KEY'],
  pace: { limit: 10, perMs: 60_000, notInBulk: true, liftedBy: 'TELIQUE_KEY' },
};

/** Numbers that never place calls: with a key only, as it would halve the keyless calls. */
const TELIQUE_REGISTRY: Upstream = { ...SERVICE, needs: ['TELIQUE_KEY'] };

/** The details are beside the routing number or under `metadata`, depending on the version. */
const reply = fieldsAt({
  lrn: ['lrn', textOrNumber.pipe(z.string().regex(/^\d{10}$/))],
  spid: ['metadata.spid', 'spid', textOrNumber],
  at: ['metadata.activation_timestamp', 'activation_timestamp', writtenDate],
});

/** Company by its provider id, from the routing guide. */
const provider = fieldsAt({
  name: ['ocn_name', text],
  lineType: ['category', text.transform(lineOfCategory)],
});

type Provider = z.output<typeof provider>;

const UNKNOWN_PROVIDER: Provider = { name: null, lineType: null };

/** Entries do not expire: names of companies change over years, an isolate lives hours. */
const MAX_PROVIDERS = 1_000;
const providers = new Lru<string, Provider>(MAX_PROVIDERS);

/** Company of a provider id; unknown if the guide fails, which marks the fact as partial. */
async function findProvider(
  spid: string | null,
  call: VendorCall,
  { markPartial }: World,
): Promise<Provider> {
  if (spid === null || !/^[\dA-Z]{4}$/i.test(spid)) return UNKNOWN_PROVIDER;
  const known = providers.get(spid);
  if (known !== undefined) return known;
  const path = `/v1/telique/lerg/lerg_1/ocn_num,ocn_name,ocn_state,category/ocn_num=${spid}`;
  const found = await call({
    path,
    query: { format: 'json' },
    schema: z.object({ data: listOf(provider) }),
    statuses: { 404: 'none' },
  }).catch(() => markPartial?.());
  if (found === undefined) return UNKNOWN_PROVIDER;
  return providers.set(spid, found?.data[0] ?? UNKNOWN_PROVIDER);
}

/** Number's entry in the portability administration's database; null if there is none. */
async function findEntry({ national }: PhoneNumber, call: VendorCall, world: World) {
  const found = await call({
    path: `/v1/telique/lrn/${national}`,
    query: { format: 'json' },
    schema: reply,
    statuses: { 404: 'none' },
  });
  if (!found) return null;
  const ported = found.lrn !== national;
  return { ...found, ported, provider: await findProvider(found.spid, call, world) };
}

/** Whether a number was ported, and its carrier. Null if unlisted, which proves nothing. */
export const teliqueLine = fromUpstream<PhoneNumber, LiveLine>(TELIQUE_ROUTING, {
  label: 'portability_database',
  async ask(number, call, world) {
    const entry = await findEntry(number, call, world);
    return (
      entry && {
        ...UNKNOWN_LINE,
        carrier: entry.provider.name,
        lineType: entry.provider.lineType,
        lrn: entry.lrn,
        spid: entry.spid,
        ported: entry.ported,
        portedAt: entry.ported ? (entry.at?.slice(0, 10) ?? null) : null,
      }
    );
  },
});

/** Entry as a routing. An unlisted number is undetermined, not absent. */
export const teliqueRouting = fromUpstream<PhoneNumber, RoutingFact>(TELIQUE_ROUTING, {
  label: 'portability_database',
  async ask(number, call, world) {
    const entry = await findEntry(number, call, world);
    if (!entry) return UNKNOWN_ROUTING;
    const { ported, provider } = entry;
    return {
      ...UNKNOWN_ROUTING,
      connectivity: 'CONNECTED',
      ported,
      [ported ? 'portedTo' : 'original']: { ...UNKNOWN_ROUTING.original, name: provider.name },
      lineType: provider.lineType,
      at: entry.at,
    };
  },
});

/** Whether a number is in the do-not-originate registry, whose numbers only receive calls. */
export const teliqueDno = fromUpstream<PhoneNumber, { listed: boolean }>(TELIQUE_REGISTRY, {
  name: 'telique_dno',
  label: 'do_not_originate_registry',
  async ask({ national }, call) {
    const found = await call({
      path: `/v1/telique/dno/${national}`,
      query: { format: 'json' },
      schema: z.object({ is_dno: z.boolean() }),
      statuses: { 404: 'none' },
    });
    return found && { listed: found.is_dno };
  },
});
