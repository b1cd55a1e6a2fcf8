import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { upstreams } from '../../src/products/index.ts';
import { fakeWorld, WORLD_HOSTS } from '../support/fake-world.ts';
import { FCC_HOST, FCC_PATH, FTC_HOST, FTC_PATH } from '../support/world/complaints.ts';
import { REACHER_HOST, REACHER_SECRET } from '../support/world/mailboxes.ts';
import { NAMES } from '../support/world/names.ts';
import { MIRROR_HOST } from '../support/world/publishers.ts';
import { BOOTSTRAP_HOST, RDAP_HOSTS } from '../support/world/registries.ts';
import { STRIPE_VARS } from '../support/world/stripe.ts';
import { VENDOR_VARS, VENDORS } from '../support/world/vendors.ts';
import { serveWhois, type WhoisServer } from './serve-whois.ts';

const LOCAL = '127.0.0.1';
const DNS_HOST = 'cloudflare-dns.com';

async function listen(server: Server, port = 0): Promise<void> {
  server.listen(port, LOCAL);
  await once(server, 'listening');
}

/** Behind the address of an upstream with several hosts, the first path segment names the host. */
function namedHost(at: string, url: string): { host: string; url: string } {
  const [, first = ''] = url.split(/[/?]/);
  const upstream = upstreams.find(({ hosts, hostInPath }) => hostInPath && hosts.includes(at));
  // Several upstreams may have one variable for their address.
  const hosts = upstreams.flatMap((each) => (each.name === upstream?.name ? each.hosts : []));
  return hosts.includes(first)
    ? { host: first, url: url.slice(first.length + 1) || '/' }
    : { host: at, url };
}

/**
 * The fake world on this machine: every host has a port of its own, and its addresses are rewritten
 * to them.
 */
export class ServedWorld {
  /** What it was asked so far: `GET https://host/path` and `WHOIS name`. */
  readonly asked: string[] = [];
  /** Told of each question as it comes. */
  onQuestion: (question: string) => void = () => {};
  readonly #servers = new Map<string, Server>();
  readonly #ports = new Map<string, number>();
  #whois: WhoisServer | undefined;

  static async start(): Promise<ServedWorld> {
    const world = new ServedWorld();
    for (const host of WORLD_HOSTS) {
      const server = createServer((request, response) => {
        world
          .#answer(host, request, response)
          .catch((error) => response.writeHead(500).end(String(error)));
      });
      await listen(server);
      world.#servers.set(host, server);
      world.#ports.set(host, (server.address() as AddressInfo).port);
    }
    world.#whois = await serveWhois((line) => world.#note(`WHOIS ${line}`));
    return world;
  }

  /** `host:port` at which a host of the world answers. */
  address(host: string): string {
    return `${LOCAL}:${this.#ports.get(host)}`;
  }

  /** The web sites: their names, and `host:port` of each. */
  get sites(): [host: string, address: string][] {
    return Object.keys(NAMES).flatMap((host) =>
      this.#ports.has(host) ? [[host, this.address(host)]] : [],
    );
  }

  /** Where vendors answer: at the first of their hosts. */
  get #vendorAddresses(): Record<string, string> {
    const fake = new Set(VENDORS.flatMap(({ hosts }) => hosts));
    return Object.fromEntries(
      upstreams.flatMap(({ name, hosts: [host = ''] }) =>
        fake.has(host) ? [[`${name}_URL`, `http://${this.address(host)}`]] : [],
      ),
    );
  }

  /** What `npm run dev` has to be started with to live in this world. */
  get vars(): Record<string, string> {
    return {
      DOH_URL: `http://${this.address(DNS_HOST)}/dns-query`,
      RDAP_BOOTSTRAP_URL: `http://${this.address(BOOTSTRAP_HOST)}/rdap/dns.json`,
      WHOIS_HOST: this.#whois?.address as string,
      REACHER_URL: `http://${this.address(REACHER_HOST)}`,
      REACHER_SECRET,
      OPERATOR_CONTACT: 'operator@example.com',
      ...Object.fromEntries(
        Object.entries(VENDOR_VARS).map(([name, value]) => [name, this.#toLocal(value)]),
      ),
      ...this.#vendorAddresses,
      ...STRIPE_VARS,
      STRIPE_URL: `http://${this.address('api.stripe.com')}`,
      FEED_BASE_URL: `http://${this.address(MIRROR_HOST)}`,
      FTC_COMPLAINTS_URL: `http://${this.address(FTC_HOST)}${FTC_PATH}`,
      FCC_COMPLAINTS_URL: `http://${this.address(FCC_HOST)}${FCC_PATH}`,
      FETCH_ALLOW_HOSTS: [
        ...this.sites.map(([, address]) => address),
        ...RDAP_HOSTS.map((host) => this.address(host)),
      ].join(','),
    };
  }

  /** Takes DNS down: connections to it are refused until {@link restoreDns}. */
  async loseDns(): Promise<void> {
    const server = this.#servers.get(DNS_HOST) as Server;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }

  async restoreDns(): Promise<void> {
    await listen(this.#servers.get(DNS_HOST) as Server, this.#ports.get(DNS_HOST));
  }

  stop(): void {
    this.#whois?.close();
    for (const server of this.#servers.values()) {
      server.close();
      server.closeAllConnections();
    }
  }

  #note(question: string): void {
    this.asked.push(question);
    this.onQuestion(question);
  }

  #toLocal(text: string): string {
    return text.replace(/https?:\/\/([a-z0-9.-]+)/gi, (address, host: string) =>
      this.#ports.has(host) ? `http://${this.address(host)}` : address,
    );
  }

  async #answer(at: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET' } = incoming;
    const { host, url } = namedHost(at, incoming.url ?? '/');
    this.#note(`${method} https://${host}${url}`);
    const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
      value ? [[name, String(value)]] : [],
    );
    const sent: Buffer[] = [];
    for await (const chunk of incoming) sent.push(chunk as Buffer);
    const body = sent.length > 0 ? { body: Buffer.concat(sent) } : {};
    const response = await fakeWorld(
      new Request(`https://${host}${url}`, { method, headers, ...body }),
    );
    // Byte for byte: pages come in every charset.
    const text = this.#toLocal(Buffer.from(await response.arrayBuffer()).toString('latin1'));
    outgoing.writeHead(
      response.status,
      [...response.headers].flatMap(([name, value]) => [name, this.#toLocal(value)]),
    );
    outgoing.end(Buffer.from(text, 'latin1'));
  }
}
