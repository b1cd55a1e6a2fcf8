/** Who may send mail in a domain's name (RFC 7208). */
export interface SpfPolicy {
  /** What the record says of every other sender; null when it ends without `all`. */
  all: 'pass' | 'fail' | 'softfail' | 'neutral' | null;
  includes: string[];
}

/** What a domain asks to be done with mail that is not its own (RFC 7489). */
export interface DmarcPolicy {
  policy: 'none' | 'quarantine' | 'reject';
  /** Published by the registrable domain above. */
  inherited: boolean;
}

const QUALIFIERS = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' } as const;

/** One tag of a DMARC record (RFC 7489, section 6.3). */
const POLICY_TAG = /^(sp|p)\s{0,9}=\s{0,9}(none|quarantine|reject)\b/i;

/** Records read of one name; beyond that a zone is an attack or a mistake. */
const MAX_INCLUDES = 30;

/**
 * @returns null when there is no SPF record, or more than one, which receivers ignore alike (RFC
 * 7208 section 4.5)
 */
export function readSpf(texts: readonly string[]): SpfPolicy | null {
  const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
  const [record] = records;
  if (record === undefined || records.length > 1) return null;
  const terms = record.toLowerCase().split(/\s+/).slice(1);
  const all = terms.map((term) => /^([+~?-]?)all$/.exec(term)).find(Boolean);
  const qualifier = (all?.[1] || '+') as keyof typeof QUALIFIERS;
  const includes = terms.flatMap(
    (term) => /^(?:[+~?-]?include:|redirect=)(.+)$/.exec(term)?.[1] ?? [],
  );
  return { all: all ? QUALIFIERS[qualifier] : null, includes: includes.slice(0, MAX_INCLUDES) };
}

/**
 * @param inherited read the policy for names below, `sp`, where the record states one
 * @returns null when there is no usable DMARC record (RFC 7489 section 6.6.3)
 */
export function readDmarc(texts: readonly string[], inherited: boolean): DmarcPolicy | null {
  const records = texts.filter((text) => /^v=DMARC1\s*(?:;|$)/i.test(text));
  const [record] = records;
  if (record === undefined || records.length > 1) return null;
  const tags = record.split(';').map((tag) => POLICY_TAG.exec(tag.trim()));
  const tag = (name: string) =>
    tags.find((found) => found?.[1]?.toLowerCase() === name)?.[2]?.toLowerCase();
  const policy = (inherited ? tag('sp') : undefined) ?? tag('p');
  return policy === undefined ? null : { policy: policy as DmarcPolicy['policy'], inherited };
}
