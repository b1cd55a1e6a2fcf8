/** An address, and whether a suite takes it. */
export type Judged = readonly [address: string, valid: boolean];

const all = (valid: boolean, addresses: readonly string[]): readonly Judged[] =>
  addresses.map((address) => [address, valid]);

/** The examples of the article "Email address". */
export const WIKIPEDIA: readonly Judged[] = [
  ...all(true, [
    'simple@example.com',
    'very.common@example.com',
    'FirstName.LastName@EasierReading.org',
    'x@example.com',
    'long.email-address-with-hyphens@and.subdomains.example.com',
    'user.name+tag+sorting@example.com',
    'name/surname@example.com',
    'admin@example',
    'example@s.example',
    '" "@example.org',
    '"john..doe"@example.org',
    'mailhost!username@example.org',
    '"very.(),:;<>[]\\".VERY.\\"very@\\\\ \\"very\\".unusual"@strange.example.com',
    'user%example.com@example.org',
    'user-@example.org',
    'postmaster@[123.123.123.123]',
    'postmaster@[IPv6:2001:0db8:85a3:0000:0000:8a2e:0370:7334]',
    '_test@[IPv6:2001:0db8:85a3:0000:0000:8a2e:0370:7334]',
  ]),
  ...all(false, [
    'abc.example.com',
    'a@b@c@example.com',
    'a"b(c)d,e:f;g<h>i[j\\k]l@example.com',
    'just"not"right@example.com',
    'this is"not\\allowed@example.com',
    'this\\ still\\"not\\\\allowed@example.com',
    '1234567890123456789012345678901234567890123456789012345678901234+x@example.com',
    'i.like.underscores@but_they_are_not_allowed_in_this_part',
  ]),
];

/** Domains of mailcheck.js's test cases, and what its authors expect (MIT, mailcheck 1.1.1). */
export const MAILCHECK: readonly (readonly [typed: string, meant: string | null])[] = [
  ['gmail.co', 'gmail.com'],
  ['kicksend.com', null],
  ['emaildomain.con', 'emaildomain.com'],
  ['emaildomain.co', 'emaildomain.com'],
  ['gmail.con', 'gmail.com'],
  ['gnail.con', 'gmail.com'],
  ['GNAIL.con', 'gmail.com'],
  ['#gmail.com', 'gmail.com'],
  ['comcast.nry', 'comcast.net'],
  ['homail.con', 'hotmail.com'],
  ['hotmail.co', 'hotmail.com'],
  ['yajoo.com', 'yahoo.com'],
  ['randomsmallcompany.cmo', 'randomsmallcompany.com'],
  ['mail.randomsmallcompany.cmo', null],
  ['yahooo.cmo', 'yahoo.com'],
  ['yahoo.co.uk', null],
  ['gmx.fr', null],
];
