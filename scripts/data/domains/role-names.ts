import * as z from 'zod';
import { roleKey } from '../../../src/open-data/mail/domain-lists.ts';
import { dataModule, dataPackage } from './packages.ts';

const PACKAGE = 'role-based-email-addresses';
export const rolePackage = dataPackage(PACKAGE);

/** Names of RFC 2142 and of automatic senders that the package lacks. */
const MORE_ROLES = [
  'abuse',
  'hostmaster',
  'postmaster',
  'webmaster',
  'mailer-daemon',
  'security',
  'noc',
  'usenet',
  'news',
  'uucp',
  'ftp',
  'no-reply',
  'noreply',
  'donotreply',
  'bounce',
  'bounces',
  'info',
  'sales',
  'support',
  'marketing',
];

/** Names of functions, each without separators, sorted. */
export function readRoleNames(): string[] {
  const listed = z.array(z.string()).parse([...(dataModule(PACKAGE) as Iterable<unknown>)]);
  return [...new Set([...listed, ...MORE_ROLES].map(roleKey))].filter((key) => key !== '').sort();
}
