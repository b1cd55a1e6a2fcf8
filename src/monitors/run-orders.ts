import type { RunOrders } from '../core/jobs/runs.ts';
import type { AnyProduct } from '../core/lookup/product.ts';
import type { MonitorPorts } from './ports.ts';
import { recordRun } from './record-run.ts';
import { tellRun } from './tell-run.ts';

/**
 * What the jobs of runs need of the monitors.
 * @param ports asked for when they are needed: the jobs are made before the monitors
 */
export const createRunOrders = (
  products: ReadonlyMap<string, AnyProduct>,
  ports: () => MonitorPorts,
): RunOrders => ({
  products,
  claim: async ({ id, run }) => (run ? ports().objects.claim(run.monitorId, id) : 'given_up'),
  record: (order, read) => recordRun(order, read, ports()),
  tell: (order, state) => tellRun(order, state, ports()),
});
