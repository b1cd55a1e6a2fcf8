import type { EmailAddress } from '../../../domain/email/address.ts';

export const NAME_PATTERNS = [
  'FIRSTNAME_DOT_LASTNAME',
  'INITIAL_DOT_LASTNAME',
  'SINGLE_NAME',
  'NAME_WITH_NUMBERS',
  'OTHER',
  'UNKNOWN',
] as const;
export type NamePattern = (typeof NAME_PATTERNS)[number];

/** A name of two or more letters in any script, with hyphens and apostrophes between letters. */
const NAME = "\\p{L}\\p{M}*(?:['’-]?\\p{L}\\p{M}*)+";
const SHAPES: readonly [NamePattern, RegExp][] = [
  ['INITIAL_DOT_LASTNAME', new RegExp(`^\\p{L}\\p{M}*(?:\\.\\p{L})?\\.${NAME}$`, 'u')],
  ['FIRSTNAME_DOT_LASTNAME', new RegExp(`^${NAME}(?:\\.\\p{L})?\\.${NAME}$`, 'u')],
  ['SINGLE_NAME', new RegExp(`^${NAME}$`, 'u')],
  ['NAME_WITH_NUMBERS', new RegExp(`^${NAME}(?:[._-]?${NAME})?[._-]?\\d{1,8}$`, 'u')],
];

/** Longer than almost every given name or joined pair of names. */
const MAX_NAME_LETTERS = 24;

/** Unpronounceable Latin letters: no vowel, or six consonants in a row. */
function isUnpronounceable(name: string): boolean {
  if (!/^[a-z]+$/i.test(name) || name.length < 4) return false;
  return !/[aeiouy]/i.test(name) || /[bcdfghjklmnpqrstvwxz]{6}/i.test(name);
}

export function looksRandom({ local }: EmailAddress): boolean {
  const base = local.replace(/\+.*/s, '');
  const digits = base.replace(/\D/g, '').length;
  const switches = base.match(/\d[a-z]|[a-z]\d/gi)?.length ?? 0;
  return (
    base.split(/[._\d-]+/).some(isUnpronounceable) ||
    switches >= 4 ||
    (base.length >= 12 && digits > base.length / 2)
  );
}

/**
 * Pattern by which the local part is built from a name. UNKNOWN for a syntax fault or a quoted
 * local part; OTHER for roles and everything else.
 */
export function classifyNamePattern(address: EmailAddress, role: boolean): NamePattern {
  if (address.fault !== null || address.quoted) return 'UNKNOWN';
  const base = address.local.replace(/\+.*/s, '');
  if (role || base.length > MAX_NAME_LETTERS * 2 || looksRandom(address)) return 'OTHER';
  const shape = SHAPES.find(([, pattern]) => pattern.test(base))?.[0] ?? 'OTHER';
  return shape === 'SINGLE_NAME' && base.length > MAX_NAME_LETTERS ? 'OTHER' : shape;
}
