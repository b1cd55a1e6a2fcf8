import * as z from 'zod';
import type { Registries, RegistryList } from '../core/domain-lists.ts';
import type { Blobs, Clock } from '../core/ports.ts';
import { hashText } from '../core/text-hash.ts';

/** Where cron keeps the newest good copy of IANA's file. */
export const RDAP_BOOTSTRAP_KEY = 'rdap/dns.json';

/** How long an isolate believes what it last read there. */
const BELIEVED_MS = 3_600_000;

/** IANA's file (RFC 9224 section 3); members this service does not use are ignored. */
export const rdapBootstrap = z.object({
  publication: z.string().optional(),
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])),
});

/** Suffixes and the base URLs that answer for them (RFC 9224 section 3). */
export type RdapService = readonly [suffixes: readonly string[], urls: readonly string[]];

/**
 * RFC 9224 section 3 asks clients to prefer https; a service without a usable address is left out.
 */
function preferredUrl(urls: readonly string[]): string | null {
  const usable = urls.filter((url) => URL.canParse(url) && /^https?:/i.test(url));
  const url = usable.find((candidate) => /^https:/i.test(candidate)) ?? usable[0];
  return url === undefined ? null : url.replace(/\/*$/, '/');
}

/** A bootstrap registry, read by longest matching suffix, label by label. */
export function indexServices(services: readonly RdapService[]): Registries {
  const bases = new Map<string, string>();
  for (const [suffixes, urls] of services) {
    const url = preferredUrl(urls);
    if (url !== null) for (const suffix of suffixes) bases.set(suffix.toLowerCase(), url);
  }
  return {
    rdapBase(domain) {
      let suffix = domain;
      while (!bases.has(suffix) && suffix.includes('.'))
        suffix = suffix.slice(suffix.indexOf('.') + 1);
      return bases.get(suffix) ?? null;
    },
  };
}

/**
 * Opens the compiled bootstrap: UTF-8 lines of a base URL and its suffixes, separated by spaces.
 */
export function createRegistries(bytes: ArrayBuffer): Registries {
  const lines = new TextDecoder().decode(bytes).split('\n');
  return indexServices(
    lines.map((line): RdapService => {
      const [url = '', ...suffixes] = line.split(' ');
      return [suffixes, [url]];
    }),
  );
}

/** The compiled bootstrap's version: it changes with the deployment that ships it. */
const COMPILED = 'compiled';

interface Bootstrap {
  version: string;
  registries: Registries;
}

/**
 * Reads the stored bootstrap once an hour; without one, or when it cannot be read, the compiled one
 * answers.
 * @param deps.background keeps a promise running when the request that made it has ended
 */
export function openRegistryList(deps: {
  blobs: Blobs;
  clock: Clock;
  compiled: ArrayBuffer;
  background(work: Promise<unknown>): void;
}): RegistryList {
  let bootstrap: Bootstrap = { version: COMPILED, registries: createRegistries(deps.compiled) };
  let readAt: number | null = null;

  async function reread(): Promise<Bootstrap> {
    readAt = deps.clock.now();
    const bytes = await deps.blobs.read(RDAP_BOOTSTRAP_KEY).catch(() => null);
    if (bytes) {
      const text = new TextDecoder().decode(bytes);
      const { services, publication } = rdapBootstrap.parse(JSON.parse(text));
      bootstrap = {
        version: publication ?? String(hashText(text)),
        registries: indexServices(services),
      };
    }
    return bootstrap;
  }

  /** Only the first reading is waited for. */
  function read(): Bootstrap | Promise<Bootstrap> {
    if (readAt === null) return reread();
    if (deps.clock.now() - readAt >= BELIEVED_MS) deps.background(reread());
    return bootstrap;
  }

  return {
    current() {
      const now = read();
      return now instanceof Promise ? now.then(({ registries }) => registries) : now.registries;
    },
    version() {
      const now = read();
      return now instanceof Promise ? now.then(({ version }) => version) : now.version;
    },
  };
}
