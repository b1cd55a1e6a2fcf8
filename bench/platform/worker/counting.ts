// Stands in for `cloudflare:workers` and `cloudflare:sockets` under the built bundle, which is
// otherwise the deployed one.
import * as sockets from 'cloudflare:sockets';
import { env as own } from 'cloudflare:workers';
import { countEnv } from './bindings.ts';
import { count, remote } from './meter.ts';
import { watchTimers } from './objects.ts';

export { WorkerEntrypoint, waitUntil } from 'cloudflare:workers';
export { invoke, setDelays, take } from './meter.ts';
export { countObject, DurableObject } from './objects.ts';

watchTimers();

const { fetch: outside } = globalThis;
globalThis.fetch = ((...args: Parameters<typeof outside>) => {
  count('outgoing');
  return remote(null, () => outside(...args));
}) as typeof outside;

export const connect: typeof sockets.connect = (...args) => {
  count('outgoing');
  count('subrequests');
  return sockets.connect(...args);
};

export const env = countEnv(own as object);
