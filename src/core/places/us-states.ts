import { foldText } from '../fold-text.ts';

/**
 * States, the District of Columbia and territories with ZIP codes (USPS Publication 28, appendix
 * B).
 */
const STATES = `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware
DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa
KS Kansas
KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota
MS Mississippi
MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico
NY New York
NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island
SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington
WV West Virginia|WI Wisconsin|WY Wyoming|AS American Samoa|GU Guam|MP Northern Mariana Islands
PR Puerto Rico|VI Virgin Islands`;

const CODE_OF = new Map(
  STATES.split(/[|\n]/).flatMap((row) => {
    const code = row.slice(0, 2);
    return [
      [code.toLowerCase(), code],
      [foldText(row.slice(3)), code],
    ] as const;
  }),
);

/**
 * The two letters of a state of the United States, from its code or name; null for anything else.
 */
export const usStateCode = (text: string | null | undefined): string | null =>
  CODE_OF.get(foldText(text?.replace(/^US-/i, '') ?? '')) ?? null;
