import type { RunPart } from '../core/jobs/runs.ts';
import type { AnyProduct } from '../core/lookup/product.ts';
import type { Monitor } from '../core/monitors/monitor.ts';
import { KINDS } from './kinds.ts';
import type { MonitorPorts } from './ports.ts';

const PAGE_MEMBERS = 1_000;

/**
 * Sandbox inputs that are answered, of the first product of a recheck and of this one, in the order
 * declared.
 */
const answered = ({ sandbox }: AnyProduct): string[] =>
  sandbox.flatMap((entry) => ('fact' in entry ? [entry.subject] : []));

/**
 * What a run of a test key looks up in place of a member: the sandbox inputs take turns, so that
 * each run finds something else than the one before. What the sandbox does not know stays as it is,
 * and fails as it would alone.
 * @param run number of the run, 1 or more
 */
export function standIn(
  subject: string,
  run: number,
  first: AnyProduct,
  product: AnyProduct,
): string {
  const place = answered(first).indexOf(subject);
  const inputs = answered(product);
  if (place === -1 || inputs.length === 0) return subject;
  return inputs[(place + run - 1) % inputs.length] as string;
}

/** The row of a member: the product ignores the field that names the member. */
export const rowOf = (field: string, subject: string, memberId: number): string =>
  JSON.stringify({ [field]: subject, member: memberId });

/** Whose row it was. */
export const memberOf = (row: string): number => (JSON.parse(row) as { member: number }).member;

async function* rows(
  monitor: Monitor,
  run: number,
  type: string,
  { objects, products }: Pick<MonitorPorts, 'objects' | 'products'>,
): AsyncGenerator<string> {
  const { field, types } = KINDS[monitor.kind];
  const first = products.get(types(monitor)[0] as string);
  const product = products.get(type);
  if (!first || !product) throw new Error(`there is no product ${type}`);
  const isTest = monitor.caller.mode === 'test';
  for (let after = 0; ; ) {
    const page = await objects.read(monitor, 'pageSubjects', after, PAGE_MEMBERS);
    for (const { id, subject } of page)
      yield rowOf(field, isTest ? standIn(subject, run, first, product) : subject, id);
    if (page.length < PAGE_MEMBERS) return;
    after = page.at(-1)?.id as number;
  }
}

/** What a run looks up: every member, once for each type of the recheck. Read a page at a time. */
export const partsOf = (
  monitor: Monitor,
  run: number,
  ports: Pick<MonitorPorts, 'objects' | 'products'>,
): RunPart[] =>
  KINDS[monitor.kind]
    .types(monitor)
    .map((type) => ({ type, rows: () => rows(monitor, run, type, ports) }));
