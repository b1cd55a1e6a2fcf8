import { randomUUID } from 'node:crypto';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { directoryBlobs } from '../../scripts/data/directory-blobs.ts';
import { migrate } from '../../scripts/dev/migrate.ts';
import { publishTables } from '../../scripts/dev/publish-tables.ts';
import { importSamples } from '../../scripts/dev/samples.ts';
import type { Region } from '../../src/domain/regions.ts';
import { bucketBlobs } from '../../src/files/store.ts';
import {
  bundleService,
  type Modules,
  type RunningWorker,
  readModules,
  startWorker,
} from './start-worker.ts';

export const ADMIN_TOKEN = 'admin_bench';

/** More credits than any bench spends. */
const CREDITS = 100_000_000;

export interface Service extends RunningWorker {
  /** Makes a call with a token. @throws Error with the refusal */
  // biome-ignore lint/suspicious/noExplicitAny: replies of several shapes
  ask(method: string, path: string, token: string, body?: unknown): Promise<any>;
  /** A new organization on the largest plan, with keys; nothing is cached or paid. */
  newKeys(count: number, region?: Region): Promise<{ organization: string; keys: string[] }>;
}

interface Options {
  /** Keeps an organization's ceilings and windows, which benches lift by default. */
  keepsCeilings?: boolean;
  vars?: Record<string, string>;
  /** Last change to the built modules. */
  arrange?: (built: Modules) => Promise<Modules>;
  inspectorPort?: number | undefined;
}

function clientOf(origin: string): Pick<Service, 'ask' | 'newKeys'> {
  const ask: Service['ask'] = async (method, path, token, body) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: replies of several shapes
    const reply = (await response.json()) as any;
    if (!reply.success) throw new Error(`${method} ${path}: ${JSON.stringify(reply)}`);
    return reply.data;
  };
  const operate = (method: string, path: string, body: unknown) =>
    ask(method, `/admin/organizations${path}`, ADMIN_TOKEN, body);
  return {
    ask,
    async newKeys(count, region) {
      const owner = 'owner@example.com';
      const { organization } = await operate('POST', '', {
        name: 'Bench',
        owner_email: owner,
        ...(region && { region }),
      });
      const plan = { plan: 'enterprise', status: 'active', tokens_per_month: CREDITS };
      await operate('PUT', `/${organization.id}/subscription`, plan);
      const keys: string[] = [];
      for (let made = 0; made < count; made++) {
        const key = { user_email: owner, name: `${made}`, mode: 'live' };
        keys.push((await operate('POST', `/${organization.id}/api-keys`, key)).key);
      }
      return { organization: organization.id, keys };
    },
  };
}

/**
 * Lifts the limits of an organization in the built modules, because benches load one object with
 * more calls and keys than it may have. The calls are still counted.
 */
function lifted(built: Modules): Modules {
  let changes = 0;
  const lift = (_: string, before: string) => {
    changes += 1;
    return `${before}1e9`;
  };
  const modules = built.map((module) => ({
    ...module,
    contents:
      typeof module.contents === 'string'
        ? module.contents
            .replace(/(organization(?:Standard|Live|Second|TenSeconds): \{ limit: )[\de]+/g, lift)
            .replace(/(things: "API keys", ceiling: \{ most: )[\de]+/g, lift)
            .replace(/(things: "API keys", ceiling: \{ most: 1e9, perDay: )[\de]+/g, lift)
        : module.contents,
  }));
  if (changes !== 6) throw new Error(`${changes} limits were found in the bundle, not 6`);
  return modules;
}

/**
 * Starts the built service as an empty installation: migrated, with address tables and the sample
 * records.
 */
export async function startService({
  vars,
  arrange,
  inspectorPort,
  keepsCeilings = false,
}: Options = {}): Promise<Service> {
  await bundleService('dist');
  const modules = readModules('dist');
  const built = keepsCeilings ? modules : lifted(modules);
  const { workerOptions } = unstable_getMiniflareWorkerOptions('./wrangler.toml');
  const secrets = { ADMIN_TOKEN, KEY_SECRET: randomUUID(), LINK_SECRET: randomUUID() };
  const worker = await startWorker(
    {
      ...workerOptions,
      name: 'service',
      modulesRoot: '.',
      modules: arrange ? await arrange(built) : built,
      bindings: { ...secrets, ...vars },
    } as never,
    inspectorPort,
  );
  try {
    const { miniflare } = worker;
    await migrate((await miniflare.getD1Database('DB')) as never, 'migrations/db');
    await migrate((await miniflare.getD1Database('RECORDS')) as never, 'migrations/records');
    const bucket = bucketBlobs((await miniflare.getR2Bucket('DATA')) as never);
    const write: typeof bucket.write = (key, bytes) =>
      // On a loaded machine the runtime closes the connection that the tables are sent over.
      bucket.write(key, bytes).catch(() => bucket.write(key, bytes));
    await publishTables(directoryBlobs('compiled'), { ...bucket, write });
    await importSamples(worker.origin, ADMIN_TOKEN);
  } catch (cause) {
    await worker.stop();
    throw cause;
  }
  return { ...worker, ...clientOf(worker.origin) };
}
