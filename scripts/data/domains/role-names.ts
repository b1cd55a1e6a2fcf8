import * as z from 'zod';
import { roleKey } from '../../../src/open-data/mail/domain-lists.ts';
import { dataModule, dataPackage } from './packages.ts';
import words from './role-words.json' with { type: 'json' };

const PACKAGE = 'role-based-email-addresses';
export const rolePackage = dataPackage(PACKAGE);

/** Names of RFC 2142 and of automated senders that the package lacks. */
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

/** Departments, offices and desks by language; the package has hardly any but English ones. */
const FUNCTIONS = Object.values(words.functions).flatMap((names) => names.split(' '));

/** Given names, surnames and placeholders that the package lists by mistake. */
const NO_FUNCTIONS = new Set(['', ...words.noFunctions.split(' ')]);

/** Role names without separators, sorted. */
export function readRoleNames(): string[] {
  const listed = z.array(z.string()).parse([...(dataModule(PACKAGE) as Iterable<unknown>)]);
  const keys = new Set([...listed, ...MORE_ROLES, ...FUNCTIONS].map(roleKey));
  return [...keys].filter((key) => !NO_FUNCTIONS.has(key)).sort();
}
