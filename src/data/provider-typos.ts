/** A well-known mail domain, and how sure the guess is. */
export interface ProviderGuess {
  domain: string;
  /**
   * `known`: a collected misspelling, meant for the provider even where someone registered it and takes mail.
   * `near`: one slip of the keys away; a mistake only if the domain itself takes no mail.
   */
  certainty: 'known' | 'near';
}

/** Misspellings people send mail to every day; many are registered to catch it. */
const KNOWN_TYPOS: Readonly<Record<string, readonly string[]>> = {
  'gmail.com': [
    ...[
      'gmial.com',
      'gamil.com',
      'gmal.com',
      'gmai.com',
      'gmil.com',
      'gmaill.com',
      'gmali.com',
      'gnail.com',
      'gmaul.com',
      'gmeil.com',
      'gmaio.com',
    ],
    ...[
      'ggmail.com',
      'gmail.co',
      'gmail.con',
      'gmail.cm',
      'gmail.om',
      'gmail.cmo',
      'gmail.comm',
      'gmail.ocm',
      'gmail.vom',
      'gmail.xom',
      'gmail.cim',
    ],
  ],
  'yahoo.com': [
    'yaho.com',
    'yahooo.com',
    'yahho.com',
    'yhaoo.com',
    'yahoo.con',
    'yahoo.cm',
    'yahoo.om',
    'yahoo.cmo',
    'yhoo.com',
    'yaoo.com',
    'tahoo.com',
  ],
  'hotmail.com': [
    'hotmial.com',
    'hotmal.com',
    'hotmai.com',
    'hotmil.com',
    'hormail.com',
    'hotmaill.com',
    'hotamil.com',
    'hotmail.con',
    'hotmail.co',
    'hotmail.cm',
    'homail.com',
    'hotmali.com',
    'htomail.com',
  ],
  'outlook.com': [
    'outlok.com',
    'outloo.com',
    'outllok.com',
    'outlook.con',
    'outlook.co',
    'outlook.cm',
    'outlokk.com',
    'otlook.com',
    'oulook.com',
    'putlook.com',
  ],
  'icloud.com': [
    'iclod.com',
    'icoud.com',
    'iclould.com',
    'icloud.con',
    'icloud.co',
    'icloud.cm',
    'iclud.com',
    'icluod.com',
    'icould.com',
  ],
  'aol.com': ['aol.con', 'aol.cm', 'aol.om', 'aoll.com'],
  'live.com': ['live.con', 'live.cm'],
  'comcast.net': ['comcast.ney', 'comast.net', 'comcat.net', 'concast.net'],
  'protonmail.com': ['protonmial.com', 'protonmal.com', 'protonmail.con', 'protomail.com'],
};

/** Providers with names long enough that one slip from them is not another word. */
const NEAR_TARGETS = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'comcast.net',
  'verizon.net',
  'protonmail.com',
  'googlemail.com',
  'rocketmail.com',
  'btinternet.com',
  'sbcglobal.net',
  'bellsouth.net',
  'optonline.net',
  'yahoo.co.uk',
  'hotmail.co.uk',
  'hotmail.fr',
  'fastmail.com',
  'rediffmail.com',
  'libero.it',
  'orange.fr',
  'wanadoo.fr',
  't-online.de',
  'proton.me',
];

const known = new Map(
  Object.entries(KNOWN_TYPOS).flatMap(([domain, typos]) =>
    typos.map((typo) => [typo, domain] as const),
  ),
);
const targets = new Set(NEAR_TARGETS);

/** Whether this is a collected misspelling of a provider; lists of other classes hold some of them. */
export const isKnownTypo = (domain: string): boolean => known.has(domain);

/** Whether one insertion, deletion, substitution or swap of neighbours turns one text into the other. */
export function isOneSlipAway(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (
    end < Math.min(one.length, other.length) - start &&
    one.at(-1 - end) === other.at(-1 - end)
  )
    end++;
  const [left, right] = [
    one.slice(start, one.length - end),
    other.slice(start, other.length - end),
  ];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** The provider a domain is likely a misspelling of. The caller has ruled out that the domain is itself a provider's. */
export function nearestProvider(domain: string): ProviderGuess | null {
  const meant = known.get(domain);
  if (meant !== undefined) return { domain: meant, certainty: 'known' };
  if (targets.has(domain)) return null;
  const near = NEAR_TARGETS.find((target) => isOneSlipAway(domain, target));
  return near === undefined ? null : { domain: near, certainty: 'near' };
}
