// The deployed account with its rows and alarms counted.
import { take } from '../platform/worker/meter.ts';
import { countObject, watchTimers } from '../platform/worker/objects.ts';
import worker, { Account as Deployed } from './worker.ts';

watchTimers();

export const Account = countObject(Deployed, 'Account');

export default {
  fetch: (request: Request, env: Parameters<typeof worker.fetch>[1]) =>
    new URL(request.url).pathname === '/taken' ? Response.json(take()) : worker.fetch(request, env),
};
