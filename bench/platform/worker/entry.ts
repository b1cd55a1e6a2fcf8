// The main module of the measured Worker: the service's entry points, each run counted as an
// invocation. The two imports below must stay imports of separate modules (see start-counting.ts).
import service, * as exported from '../../../src/index.ts';
import * as counting from './counting.ts';

export const Account = counting.countObject(exported.Account, 'Account');
export const BulkJob = counting.countObject(exported.BulkJob, 'BulkJob');
export const MonitorObject = counting.countObject(exported.MonitorObject, 'MonitorObject');
export const MetricsObject = counting.countObject(exported.MetricsObject, 'MetricsObject');
export const RateLimiter = counting.countObject(exported.RateLimiter, 'RateLimiter');

/** Method and path up to the route's name: `POST /v1/phone`, `PUT /admin/records/*`. */
const routeOf = ({ method }: Request, { pathname }: URL): string =>
  `${method} ${pathname.replace(/^(\/[^/]+\/[^/]+)\/.+/, '$1/*')}`;

const AGED_MS = 8 * 86_400_000;
/** Alarms that ship lines and then sweep receipts, five thousand rows at a time. */
const AGED_ALARMS = 4;

async function age(organization: string): Promise<void> {
  const { now } = Date;
  const account = (counting.env as { ACCOUNT: DurableObjectNamespace }).ACCOUNT.getByName(
    organization,
  ) as unknown as { wake(): Promise<void> };
  try {
    for (let alarm = 0; alarm < AGED_ALARMS; alarm++) {
      Date.now = () => now() + AGED_MS + alarm * 86_400_000;
      await account.wake();
    }
  } finally {
    Date.now = now;
  }
}

/** Requests of the bench to the measured Worker; they are not counted. */
const CONTROLS: Record<string, (request: Request) => unknown> = {
  taken: () => counting.take(),
  delays: async (request) => counting.setDelays(await request.json()),
  cron: () => counting.invoke('cron', 'requests', null, service.scheduled),
  age: async (request) => age((await request.json<{ organization: string }>()).organization),
};

export default {
  async fetch(request, env, context) {
    const url = new URL(request.url);
    const control = CONTROLS[url.pathname.slice('/__'.length)];
    if (control) return Response.json((await control(request)) ?? {});
    const work = () => service.fetch(request, env as never, context);
    return counting.invoke(routeOf(request, url), 'requests', null, work);
  },
  queue(batch) {
    const work = () => service.queue(batch as never);
    return counting.invoke(`queue ${batch.queue}`, 'requests', null, work);
  },
} satisfies ExportedHandler;
