import type { PhoneLine } from '../people/contact.ts';

/** What a carrier query says of a number now, whoever was asked; null is what that source does not say. */
export interface LiveLine {
  carrier: string | null;
  lineType: PhoneLine | null;
  /** Mobile country and network code (ITU-T E.212). */
  mcc: string | null;
  mnc: string | null;
  /** Ten digits. */
  lrn: string | null;
  spid: string | null;
  ported: boolean | null;
  /** YYYY-MM-DD. */
  portedAt: string | null;
  status: 'ACTIVE' | 'INACTIVE' | null;
  /** The source's own word for the status. */
  statusFlag: string | null;
  prepaid: boolean | null;
}

export const SILENT_LINE: LiveLine = {
  carrier: null,
  lineType: null,
  mcc: null,
  mnc: null,
  lrn: null,
  spid: null,
  ported: null,
  portedAt: null,
  status: null,
  statusFlag: null,
  prepaid: null,
};

/** What two sources say together: of each field the first that says something. Null when neither was asked. */
export function joinLines(
  one: LiveLine | null | undefined,
  other: LiveLine | null | undefined,
): LiveLine | null {
  if (!one || !other) return one ?? other ?? null;
  const fields = Object.keys(SILENT_LINE) as (keyof LiveLine)[];
  return Object.fromEntries(
    fields.map((field) => [field, one[field] ?? other[field]]),
  ) as unknown as LiveLine;
}
