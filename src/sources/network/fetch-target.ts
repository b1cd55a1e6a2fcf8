import { ApiError } from '../../core/errors.ts';
import { NoSuchHost, type Resolver } from '../../core/network.ts';
import { isPublicAddress } from './public-address.ts';

/**
 * Names that never belong to a public host: RFC 6761 (localhost), RFC 6762 (local), RFC 8375
 * (home.arpa),
 * RFC 7686 (onion), RFC 9476 (alt), and internal, which ICANN set aside for private use in 2024.
 */
const PRIVATE_SUFFIXES = ['localhost', 'local', 'home.arpa', 'onion', 'alt', 'internal'];

/**
 * The URL parser has already turned every spelling (127.1, 0x7f000001, 017700000001) into dotted
 * decimal.
 */
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;

const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ['http:', '80'],
  ['https:', '443'],
]);

const refuse = (message: string): never => {
  throw new ApiError('INVALID_INPUT', `The address ${message}.`);
};

/** @throws ApiError INVALID_INPUT */
function parseTarget(address: string): URL {
  const url = URL.parse(address);
  if (!url) return refuse('is not a URL');
  if (!DEFAULT_PORTS.has(url.protocol)) return refuse('must start with http:// or https://');
  if (url.username || url.password) return refuse('must not carry credentials');
  return url;
}

/**
 * Refuses a host by its name alone. An address is none: the platform's fetch refuses a bare one, so
 * that it would work
 * on a laptop only.
 */
function checkHost(host: string): void {
  if (host.startsWith('[') || IPV4.test(host))
    refuse('must name its host by a domain name, not by an IP address');
  if (host.endsWith('.')) refuse('must not end its host in a dot');
  if (!host.includes('.') || PRIVATE_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`)))
    refuse('must name a public host');
}

/** Every address of the name must be public: the runtime chooses which one it connects to. */
async function checkAddresses(host: string, resolver: Resolver): Promise<void> {
  const [four, six] = await Promise.all([
    resolver.resolve(host, 'A'),
    resolver.resolve(host, 'AAAA'),
  ]);
  if (four.records.length + six.records.length === 0) throw new NoSuchHost(host);
  const allPublic =
    four.records.every((text) => isPublicAddress(text, 4)) &&
    six.records.every((text) => isPublicAddress(text, 6));
  if (!allPublic) refuse('must name a public host');
}

/**
 * Decides whether an address a caller named may be fetched: http or https on its default port, no
 * credentials,
 * and a domain name all of whose addresses are public. `host:port` pairs of `allowHosts` are exempt
 * from the last two.
 *
 * A Worker cannot pin the address it checked: its fetch resolves the name again, so a zone that
 * answers
 * differently a moment later (DNS rebinding) passes this check. What remains safe is the platform:
 * a Worker's
 * fetch leaves from the edge, which has no route to private networks, and workerd's own outbound
 * network
 * admits public addresses only.
 * @throws ApiError INVALID_INPUT; VALIDATION_FAILED for a name without addresses; what the resolver
 * throws
 */
export async function checkTarget(
  address: string,
  resolver: Resolver,
  allowHosts: ReadonlySet<string>,
): Promise<URL> {
  const url = parseTarget(address);
  if (allowHosts.has(`${url.hostname}:${url.port || DEFAULT_PORTS.get(url.protocol)}`)) return url;
  if (url.port) return refuse('must use the default port');
  checkHost(url.hostname);
  await checkAddresses(url.hostname, resolver);
  return url;
}
