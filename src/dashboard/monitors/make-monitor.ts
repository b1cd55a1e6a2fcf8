import * as z from 'zod';
import type { Accounts } from '../../core/account/account.ts';
import { FREQUENCIES, MONITOR_KINDS } from '../../core/monitors/monitor.ts';
import type { Clock } from '../../core/ports.ts';
import { createMonitor, type MadeMonitor } from '../../monitors/create-monitor.ts';
import type { MonitorPorts } from '../../monitors/ports.ts';
import { type PageContext, visitorOf } from '../context.ts';
import type { FormState } from '../form/read-form.ts';
import { tried } from '../parts/refusals.ts';
import { callerOf } from '../parts/session-caller.ts';
import { membersOf, readMonitorForm } from './member-form.ts';

const MAX_NAME_CHARS = 100;

const settings = z.object({
  kind: z.enum(MONITOR_KINDS).catch('number'),
  once: z.uuid().catch(() => crypto.randomUUID()),
  name: z.string().trim().min(1, 'is required').max(MAX_NAME_CHARS),
  frequency: z.enum(FREQUENCIES).catch('weekly'),
  spam: z.literal('on').optional(),
  alert: z.literal('on').optional(),
  webhook: z.string().trim().optional(),
  mode: z.enum(['live', 'test']).catch('live'),
});

export type Making =
  | { ok: true; value: MadeMonitor }
  | { ok: false; form: FormState; once: string };

/** Makes the monitor of a form; sent twice, it makes one. */
export async function makeMonitor(
  c: PageContext,
  {
    monitors,
    callers,
    clock,
  }: { monitors: MonitorPorts; callers: Pick<Accounts, 'admit'>; clock: Clock },
): Promise<Making> {
  const fields = await readMonitorForm(c);
  const parsed = settings.safeParse(Object.fromEntries(fields));
  const { kind, once } = settings
    .pick({ kind: true, once: true })
    .parse(Object.fromEntries(fields));
  const members = await membersOf(kind, fields);
  const values = members.ok ? members.values : members.form.values;
  const errors = new Map(members.ok ? [] : members.form.errors);
  for (const { path, message } of parsed.error?.issues ?? []) errors.set(String(path[0]), message);
  const refused = (): Making => ({ ok: false, form: { values, errors }, once });
  if (!parsed.success || !members.ok) return refused();
  const { name, frequency, mode, webhook } = parsed.data;
  const made = await tried(async () => {
    const request = {
      ...{ once, kind, name, members: members.members, webhookUrl: webhook || null },
      frequency: kind === 'number' ? frequency : ('weekly' as const),
      includeSpamCheck: kind === 'number' && parsed.data.spam === 'on',
      alertEmail: parsed.data.alert === 'on',
      caller: await callerOf(visitorOf(c), mode, callers, clock.now()),
      origin: c.get('origin'),
    };
    return createMonitor(request, monitors);
  });
  if (made.ok) return made;
  errors.set(made.refusal.param === 'webhook_url' ? 'webhook' : '', made.refusal.message);
  return refused();
}
