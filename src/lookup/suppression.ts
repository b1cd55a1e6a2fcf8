import type { PersonSubject } from '../domain/person/person.ts';
import { parsePhoneNumber } from '../domain/phone/number.ts';
import { readProfileAddress } from '../domain/social/address.ts';
import { sha256Hex } from '../lib/bytes.ts';
import { readOrNull } from '../lib/inputs.ts';
import { type MaybePromise, mapMaybePromise } from '../lib/maybe-promise.ts';
import { recordKey } from './datasets/keys.ts';
import { SUPPRESSED_PEOPLE } from './datasets/people.ts';
import { type Blobs, recordHitOf, type World } from './world.ts';

/** `bluesky/ada.example.com`: platform and handle of a profile's address. */
const socialProfileText = (text: string): string | null =>
  readOrNull(() => {
    const { platform, handle } = readProfileAddress(text);
    return `${platform}/${handle}`;
  });

/**
 * Canonical text to hash: lower-case email, E.164 number, vanity name, or platform and handle. Null
 * if the text is not a valid one of its kind.
 */
export function suppressionText({ kind, text }: PersonSubject): string | null {
  const key = recordKey(kind, text);
  if (key === null) return kind === 'profile' ? socialProfileText(text) : null;
  return key.slice(kind === 'phone_number' ? 0 : kind.length + 1);
}

/**
 * {@link suppressionText} of an identifier to be suppressed or erased. Null for a number of a
 * length that no numbering plan has: its hash matches no record, and its digits, such as 112, are
 * in many cells that are not about the person.
 */
export function identifierText(subject: PersonSubject): string | null {
  const text = suppressionText(subject);
  const isCut =
    subject.kind === 'phone_number' && text !== null && !parsePhoneNumber(subject.text).possible;
  return isCut ? null : text;
}

/**
 * Objects in R2 that survive a loss of the database: the hashes of the list, and a marker written
 * once a list was imported.
 */
export const SUPPRESSION_COPIES = 'suppressed-people/copies/';
export const SUPPRESSION_MARKER = 'suppressed-people/imported';

/** For a database without a list: whether one was imported earlier, so that it is lost. */
export const isListLost = async (blobs: Pick<Blobs, 'read'>): Promise<boolean> =>
  (await blobs.read(SUPPRESSION_MARKER)) !== null;

/** SHA-256 of a person's identifier, hex: a row of the operator's list. Null if it is invalid. */
export async function suppressionHash(subject: PersonSubject): Promise<string | null> {
  const text = suppressionText(subject);
  return text === null ? null : sha256Hex(text);
}

/**
 * Suppression check: whether one of these people is on the operator's list. Synchronous if no list
 * is imported, after an isolate's first check. A list of at most 2,000 keys is in memory. Checks in
 * one tick share one read.
 * @throws errors of the Records port: an unreadable or lost list never means "not listed"
 */
export function isSuppressed(
  subjects: readonly PersonSubject[],
  { records }: Pick<World, 'records'>,
): MaybePromise<boolean> {
  if (subjects.length === 0) return false;
  const isListed = async (): Promise<boolean> => {
    const hashes = await Promise.all(subjects.map(suppressionHash));
    const answers = await Promise.all(
      hashes.flatMap((hash) =>
        hash === null ? [] : [records.find([SUPPRESSED_PEOPLE], recordKey('hash', hash) as string)],
      ),
    );
    return answers.some((answer) => recordHitOf(answer[SUPPRESSED_PEOPLE]) !== null);
  };
  return mapMaybePromise(records.has(SUPPRESSED_PEOPLE), (imported) => imported && isListed());
}
