import type { PersonSubject } from '../domain/person/person.ts';
import { readProfileAddress } from '../domain/social/address.ts';
import { sha256Hex } from '../lib/bytes.ts';
import { UnusableInput } from '../lib/inputs.ts';
import { type MaybePromise, mapAllMaybePromise, mapMaybePromise } from '../lib/maybe-promise.ts';
import { recordKey } from './datasets/keys.ts';
import { SUPPRESSED_PEOPLE } from './datasets/people.ts';
import { recordHitOf, type World } from './world.ts';

/** `bluesky/ada.example.com`: platform and handle of a profile's address. */
function socialProfileText(text: string): string | null {
  try {
    const { platform, handle } = readProfileAddress(text);
    return `${platform}/${handle}`;
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

/**
 * Canonical text that is hashed: email in lower case, number in E.164, vanity name, platform and
 * handle. Null when it is none of these.
 */
export function suppressionText({ kind, text }: PersonSubject): string | null {
  const key = recordKey(kind, text);
  if (key === null) return kind === 'profile' ? socialProfileText(text) : null;
  return key.slice(kind === 'phone_number' ? 0 : kind.length + 1);
}

/** SHA-256 of a person's identifier, hex: a row of the operator's list. Null when unreadable. */
export async function suppressionHash(subject: PersonSubject): Promise<string | null> {
  const text = suppressionText(subject);
  return text === null ? null : sha256Hex(text);
}

/**
 * Suppression check: whether one of these is on the operator's list. Synchronous, without a read,
 * where there is no list; a list of at most 2,000 keys answers from memory. Checks of one tick are
 * one read.
 * @throws what the Records port throws: an unreadable list is never a no
 */
export function isSuppressed(
  subjects: readonly PersonSubject[],
  { records }: Pick<World, 'records'>,
): MaybePromise<boolean> {
  if (subjects.length === 0) return false;
  const isListed = async (): Promise<boolean> => {
    const hashes = await Promise.all(subjects.map(suppressionHash));
    const answers = await mapAllMaybePromise(
      hashes.flatMap((hash) =>
        hash === null ? [] : [records.find([SUPPRESSED_PEOPLE], recordKey('hash', hash) as string)],
      ),
      (found) => found,
    );
    return answers.some((answer) => recordHitOf(answer[SUPPRESSED_PEOPLE]) !== null);
  };
  return mapMaybePromise(records.has(SUPPRESSED_PEOPLE), (imported) => imported && isListed());
}
