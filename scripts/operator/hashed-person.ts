import { createHash } from 'node:crypto';
import type { PersonSubject } from '../../src/domain/person/person.ts';
import { identifierText } from '../../src/lookup/suppression.ts';
import { type Fields, type OperatorRequest, WrongUsage } from './verb.ts';

const KINDS: readonly (readonly [option: string, kind: PersonSubject['kind'], column: string])[] = [
  ['email', 'email', 'email_hash'],
  ['phone', 'phone_number', 'phone_hash'],
  ['profile', 'profile', 'profile_hash'],
];

/**
 * A row of the list of suppressed people, NDJSON: what was given goes into it by hash alone.
 * @throws WrongUsage when nothing was given, or something that is no such identifier
 */
function hashedPerson(fields: Fields): string {
  const hashes = KINDS.flatMap(([option, kind, column]) => {
    const given = fields[option];
    if (typeof given !== 'string') return [];
    const text = identifierText({ kind, text: given });
    if (text === null) throw new WrongUsage(`--${option} cannot be read`);
    return [[column, createHash('sha256').update(text).digest('hex')] as const];
  });
  if (hashes.length === 0) throw new WrongUsage('name the person by --email, --phone or --profile');
  const { reason } = fields;
  return `${JSON.stringify({ ...Object.fromEntries(hashes), ...(typeof reason === 'string' && { reason }) })}\n`;
}

/** Puts a person on the list; only hashes are sent. */
export const suppression = (fields: Fields): OperatorRequest => ({
  method: 'PUT',
  path: '/records/suppressed_people?mode=append&source=operator',
  rows: hashedPerson(fields),
});

/** Erases a person, who is first put on the list; by one identifier, by which stores search. */
export function erasure(fields: Fields): OperatorRequest {
  const { email, phone } = fields;
  if (email !== undefined && phone !== undefined)
    throw new WrongUsage('erase-person takes --email or --phone: run it once for each');
  if (email === undefined && phone === undefined)
    throw new WrongUsage('name the person by --email or --phone');
  const before = suppression(fields);
  return { method: 'POST', path: '/erase-person', body: fields, before, steps: true };
}
