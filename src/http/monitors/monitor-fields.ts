import * as z from 'zod';
import { FREQUENCIES, type MonitorKind } from '../../core/monitors/monitor.ts';
import { MAX_LISTED_MEMBERS } from '../../monitors/members.ts';
import { MAX_LISTED_EVENTS, MAX_LISTED_MONITORS } from '../../monitors/read-monitors.ts';
import { moment, name, optional, required } from '../admin/fields.ts';

/** Ten thousand members with labels do not fit the usual megabyte. */
export const MAX_MEMBER_BODY_BYTES = 4 * 1_048_576;

/** Contacts are rechecked weekly only (contract, "Monitors"). */
const frequency = (kind: MonitorKind) =>
  kind === 'number' ? z.enum(FREQUENCIES) : z.enum(['weekly']);

/** A monitor without its members, which are read apart as they have their own limit. */
export const createBody = (kind: MonitorKind) =>
  z.looseObject({
    name: required(name),
    frequency: required(frequency(kind)),
    include_spam_check: optional(z.boolean()),
    alert_email: optional(z.boolean()),
    webhook_url: optional(z.string()),
  });

export const changeBody = (kind: MonitorKind) =>
  z.object({
    name: optional(name),
    frequency: optional(frequency(kind)),
    include_spam_check: optional(z.boolean()),
    alert_email: optional(z.boolean()),
    active: optional(z.boolean()),
    webhook_url: z.string().nullish(),
  });

export const membersBody = z.looseObject({});

const page = (most: number) => ({
  limit: optional(z.coerce.number().int().min(1).max(most)),
  cursor: optional(z.string()),
});

export const listQuery = z.object(page(MAX_LISTED_MONITORS));
export const membersQuery = z.object(page(MAX_LISTED_MEMBERS));
export const eventsQuery = z.object({
  ...page(MAX_LISTED_EVENTS),
  phone_number: optional(z.string()),
  profile_url: optional(z.string()),
  since: optional(moment),
});
