/** Where the suites of other address parsers and this one disagree on purpose, and what decides. */
export interface SyntaxDifference {
  rule: string;
  /** The paragraph that decides. */
  decidedBy: string;
  /** Suites that say otherwise. */
  against: readonly string[];
  valid: boolean;
  covers: RegExp;
  examples: readonly string[];
}

/** A suite's case that one of these covers is no mistake of ours. */
export const SYNTAX_DIFFERENCES: readonly SyntaxDifference[] = [
  {
    rule: 'an address literal names no domain, and a lookup is about a domain',
    decidedBy: 'RFC 5321 section 4.1.3 (allowed there, for hosts without a name)',
    against: ['is_email', 'isemail', 'email-validator', 'Wikipedia'],
    valid: false,
    covers: /@\[.*\]$/,
    examples: ['test@[255.255.255.255]', 'test@[IPv6:1111:2222:3333:4444:5555::8888]'],
  },
  {
    rule: 'a domain is fully qualified; no registry runs mail at its own name',
    decidedBy: 'RFC 5321 section 2.3.5, RFC 7085 section 2',
    against: ['is_email', 'isemail', 'HTML5', 'Wikipedia'],
    valid: false,
    covers: /@[^.[]+$/,
    examples: ['test@io', 'test@org', 'admin@example'],
  },
  {
    rule: 'the last label is alphabetic: what looks like an IPv4 address is no name',
    decidedBy: 'RFC 3696 section 2, RFC 1123 section 2.1',
    against: ['is_email', 'isemail', 'HTML5'],
    valid: false,
    covers: /\.\d+$/,
    examples: ['test@iana.123', 'test@255.255.255.255', 'someone@127.0.0.1'],
  },
  {
    rule: 'the last label has two letters or more',
    decidedBy: 'RFC 1591 section 2 (two-letter country codes are the shortest)',
    against: ['is_email', 'isemail', 'HTML5'],
    valid: false,
    covers: /\.[a-z]$/i,
    examples: ['test@iana.a', 'a@b.b'],
  },
  {
    rule: 'symbols are no part of a U-label',
    decidedBy: 'RFC 5892 section 2.8, RFC 6531 section 3.3',
    against: ['isemail'],
    valid: false,
    covers: /@.*\p{So}/u,
    examples: ['test@😆.org'],
  },
  {
    rule: 'a quoted string is a local part, also an empty one',
    decidedBy: 'RFC 5321 section 4.1.2',
    against: ['HTML5', 'validator'],
    valid: true,
    covers: /^"[ -~]*"@/,
    examples: ['"testblah"@example.com', '""@iana.org', '"\\""@iana.org'],
  },
  {
    rule: 'a quoted string holds printable characters only',
    decidedBy: 'RFC 5321 section 4.1.2 (qtextSMTP, quoted-pairSMTP)',
    against: ['validator', 'isemail'],
    valid: false,
    covers: /^".*(?:\p{Cc}|\\\P{ASCII}).*"@/su,
    examples: ['"\u0007"@iana.org', '"test\\©"@iana.org'],
  },
  {
    rule: 'the last label has letters alone, or is an A-label',
    decidedBy: "RFC 1123 section 2.1, ICANN's gTLD Applicant Guidebook section 2.2.1.3.2",
    against: ['is_email', 'isemail'],
    valid: false,
    covers: /\.[a-z]+-[a-z]+$/,
    examples: ['test@iana.co-uk'],
  },
  {
    rule: 'dots stand between atoms only',
    decidedBy: 'RFC 5321 section 4.1.2 (Dot-string)',
    against: ['HTML5'],
    valid: false,
    covers: /^\.|\.@|\.\..*@/,
    examples: ['.test@iana.org', 'test.@iana.org', 'te..st@iana.org'],
  },
  {
    rule: 'a local part has 64 octets, an address 254, a label 63',
    decidedBy: 'RFC 5321 section 4.5.3.1, RFC 1035 section 2.3.4',
    against: ['HTML5'],
    valid: false,
    covers: /^.{65,}@|^.{255,}$|[^.@]{64,}$/s,
    examples: [`${'a'.repeat(65)}@iana.org`, `a@${`${'a'.repeat(62)}.`.repeat(4)}org`],
  },
];
