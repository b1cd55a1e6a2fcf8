/** A secret, and the version by which what was made with it names it. */
export interface Secret {
  version: number;
  text: string;
}

/**
 * Secrets of one purpose: the first makes, all of them check, so that one can take another's place.
 */
export type Secrets = readonly [Secret, ...Secret[]];

/** What names no version is checked with every secret. */
export const MAX_SECRETS = 3;

const ENTRY = /^v(\d{1,4}):(.+)$/;

/**
 * Reads `v2:new,v1:old`, or one plain secret, which is version 1.
 * @throws RangeError for more than {@link MAX_SECRETS}, or one version twice
 */
export function parseSecrets(text: string): Secrets {
  const entries = text.split(',').map((entry) => ENTRY.exec(entry.trim()));
  const secrets = entries.flatMap((entry) =>
    entry ? [{ version: Number(entry[1]), text: entry[2] as string }] : [],
  );
  const [first, ...others] = secrets;
  if (first === undefined || secrets.length < entries.length) return [{ version: 1, text }];
  if (secrets.length > MAX_SECRETS) throw new RangeError(`has more than ${MAX_SECRETS} secrets`);
  if (new Set(secrets.map(({ version }) => version)).size < secrets.length)
    throw new RangeError('has one version twice');
  return [first, ...others];
}

/** The secret of a version; null when there is none. */
export const secretOf = (secrets: Secrets, version: number): string | null =>
  secrets.find((secret) => secret.version === version)?.text ?? null;
