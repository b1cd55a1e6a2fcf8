export type CarrierKind = 'major' | 'voip' | 'paging';

/** Brands, and the words that begin or occur in the company names they hold numbers under. */
const CARRIERS: readonly { kind: CarrierKind; brand: string; names: readonly string[] }[] = [
  { kind: 'paging', brand: 'Spok', names: ['USA MOBILITY', 'METROCALL', 'ARCH WIRELESS', 'SPOK'] },
  { kind: 'paging', brand: 'American Messaging', names: ['AMERICAN MESSAGING'] },
  {
    kind: 'paging',
    brand: 'paging companies',
    names: ['PAGING', 'TELE-PAGE', 'BEEPER', 'SKYTEL', 'ALLPAGE', 'CELLPAGE', 'HANDY PAGE'],
  },

  { kind: 'voip', brand: 'Bandwidth', names: ['BANDWIDTH'] },
  { kind: 'voip', brand: 'Twilio', names: ['TWILIO'] },
  { kind: 'voip', brand: 'Level 3', names: ['LEVEL 3'] },
  {
    kind: 'voip',
    brand: 'Onvoy',
    names: ['ONVOY', 'VITELITY', 'BROADVOX', 'INTELIQUENT', 'NEUTRAL TANDEM', 'SINCH VOICE'],
  },
  { kind: 'voip', brand: 'Peerless', names: ['PEERLESS NETWORK'] },
  { kind: 'voip', brand: 'Telnyx', names: ['TELNYX'] },
  { kind: 'voip', brand: 'Commio', names: ['COMMIO', 'THINQ'] },
  { kind: 'voip', brand: 'Vonage', names: ['VONAGE', 'NEXMO'] },
  { kind: 'voip', brand: 'magicJack', names: ['YMAX', 'MAGICJACK'] },
  { kind: 'voip', brand: 'RingCentral', names: ['RINGCENTRAL'] },
  { kind: 'voip', brand: 'Google Voice', names: ['GOOGLE', 'GRANDCENTRAL'] },
  { kind: 'voip', brand: 'Iristel', names: ['IRISTEL'] },
  { kind: 'voip', brand: 'Fibernetics', names: ['FIBERNETICS'] },
  { kind: 'voip', brand: 'Pac-West', names: ['PAC - WEST', 'PAC-WEST'] },
  { kind: 'voip', brand: 'RNK', names: ['RNK,'] },
  { kind: 'voip', brand: 'O1', names: ['O1 COMMUNICATIONS'] },
  { kind: 'voip', brand: 'AT&T internet telephony', names: ['SBC INTERNET'] },

  {
    kind: 'major',
    brand: 'AT&T',
    names: [
      'AT&T',
      'CINGULAR',
      'PACIFIC BELL',
      'SOUTHWESTERN BELL',
      'AMERITECH',
      'BELLSOUTH',
      'NEVADA BELL',
    ],
  },
  {
    kind: 'major',
    brand: 'AT&T',
    names: ['SOUTHERN NEW ENGLAND TEL', 'CRICKET', 'TELEPORT COMMUNICATIONS'],
  },
  { kind: 'major', brand: 'Verizon', names: ['VERIZON', 'CELLCO', 'MCIMETRO', 'MCI WORLDCOM'] },
  {
    kind: 'major',
    brand: 'T-Mobile',
    names: [
      'T-MOBILE',
      'OMNIPOINT',
      'AERIAL COMM',
      'SUNCOM',
      'POWERTEL',
      'VOICESTREAM',
      'METRO PCS',
    ],
  },
  { kind: 'major', brand: 'T-Mobile', names: ['SPRINT', 'NEXTEL'] },
  { kind: 'major', brand: 'CenturyLink', names: ['QWEST', 'CENTURYLINK', 'EMBARQ'] },
  { kind: 'major', brand: 'Comcast', names: ['COMCAST'] },
  {
    kind: 'major',
    brand: 'Charter',
    names: ['CHARTER FIBERLINK', 'TIME WARNER CABLE', 'BRIGHT HOUSE'],
  },
  { kind: 'major', brand: 'Bell', names: ['BELL CANADA', 'BELL MOBILITY', 'ALIANT'] },
  { kind: 'major', brand: 'TELUS', names: ['TELUS'] },
  { kind: 'major', brand: 'Rogers', names: ['ROGERS', 'FIDO', 'SHAW TELECOM'] },
  { kind: 'major', brand: 'Videotron', names: ['VIDEOTRON'] },
];

/**
 * One expression per kind: a name matches where a word begins. Paging comes first, for mobile
 * companies that page.
 */
const PATTERNS = (['paging', 'voip', 'major'] as const).map((kind) => {
  const names = CARRIERS.filter((carrier) => carrier.kind === kind).flatMap(
    (carrier) => carrier.names,
  );
  return { kind, pattern: new RegExp(`(?:^| )(?:${names.join('|')})`, 'i') };
});

/** How a US or Canadian carrier's name classes it; null for every other, regional, carrier. */
export function carrierKind(name: string): CarrierKind | null {
  return PATTERNS.find(({ pattern }) => pattern.test(name))?.kind ?? null;
}

/**
 * Whether a company's name says that it runs a mobile network; older registry rows leave its type
 * empty.
 */
export function isMobileCarrierName(name: string): boolean {
  return /\b(?:WIRELESS|CELLULAR|PCS|MOBILITY|MOBILE|CELLCO)\b/i.test(name);
}
