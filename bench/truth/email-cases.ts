/** An address, and whether a suite accepts it. */
export type Judged = readonly [address: string, valid: boolean];

const all = (valid: boolean, addresses: readonly string[]): readonly Judged[] =>
  addresses.map((address) => [address, valid]);

/** The examples of Wikipedia's article "Email address". */
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

/**
 * Mistyped domains that mostly take mail, by the intended domain: the list of tabnews.com.br. The
 * rules were mended with it.
 */
export const TYPOS_USED: Readonly<Record<string, string>> = {
  'gmail.com': `
    gmail gmail.c gmail.co gmail.coom gmail.comm gmail.com.b gimail.com mgil.com gmaul.com
    gnail.com gail.com gamail.com gamial.com gamil.com gmail.cpm ggmail.com gmai.com
    gmaiil.com gmail.cm gmaild.com gmaile.com gmain.com gmaio.com gmail.cok gmal.com
    gmali.com gmil.co gmanil.com gmaol.com gmaqil.com gmeil.com gmil.com gmmail.com
    gmsil.com ygmail.com gmiail.com gmail.con gmailee.com gmail.cim gmailc.om gmnail.com
    gmakl.com gmol.com gmail.cin gmaiq.com gmailc.mo`,
  'hotmail.com': `
    htmail.com hotmail.coom hotnail.ckm hatmail.com hotomail.com otmail.com hoimail.com
    homtail.com homtmail.com hotail.com hotamail.com hotmaail.com hotmaiil.com hotmail.ocm
    hotmailt.com hotmiail.com hotmil.co hotmmail.com hotmqil.com htoamil.com hoymail.com
    hootmail.com hotmi.com hotmail.com.com hotma.com hotmail.cim`,
  'yahoo.com': `
    yahoo.coom yahoo.con yaho.com`,
  'protonmail.com': `
    protonmil.com prontomail.com`,
  'outlook.com': `
    outlok.com outloo.com outlook.comm`,
};

/** Mistyped domains of other services' lists; read after the rules were built. */
export const TYPOS_READ: Readonly<Record<string, string>> = {
  'gmail.com': `
    gemeil.com gemil.com gimal.com gmail.om gmail.comk gmail.ccom gmais.com gmail.vom
    g-mail.com gemail.com gmial.com gmaill.com`,
  'hotmail.com': `
    hitmail.com homail.com hotimail.com hotmaeil.com hotmayl.com hotmsil.com hptmail.com
    rotmail.com hotnail.com hotmal.com hotmailk.com hormail.com hotmaol.com jotmail.com
    hotmai.com hoitmail.com hotrmail.com hotmil.com hotmial.com`,
  'yahoo.com.br': `
    yaho.com.br yhoo.com.br uahoo.com.br ahoo.com.br`,
  'yahoo.com': `
    yhoo.com uahoo.com ayhoo.com yhaoo.com yahooo.com`,
  'outlook.com': `
    outllok.com outluoock.com otlook.com outmail.com oulook.com outllook.com`,
  'icloud.com': `
    aiclod.com icoud.com iclod.com iclould.com icloud.co`,
  'googlemail.com': `
    gogglemail.com googlmail.com goglemail.com`,
  'ymail.com': `
    ymial.com ymaill.com`,
  'orange.fr': `
    ornage.fr orane.fr`,
  'wanadoo.fr': `
    wanadou.fr`,
  'aol.com': `
    aol.co`,
};

/** A third list, with double slips too: 48 of 60 at first; the rules were mended with it. */
export const TYPOS_MENDED: Readonly<Record<string, string>> = {
  'gmail.com': `
    gmali.co gmaill.co gmaik.com gmsil.co gamil.co gnail.co gmail.coim gmailcom.com gmaail.com
    gmaikl.com fmail.com hmail.com gmzil.com gmajl.com gmaii.com gmailo.com gmauil.com gmal.co`,
  'hotmail.com': `
    hotmial.co hotmaill.com hotmal.co hotmqil.co hotmaul.com hotmakl.com hotmnail.com
    hoitmail.co hotmale.com hormial.com hhotmail.com hotmeil.com`,
  'yahoo.com': `
    yaoo.com yajoo.co yahho.com yahpo.com yaboo.com yshoo.com uyahoo.com yaahoo.com yahooo.co`,
  'outlook.com': `
    outlool.com outlookk.com outlock.com outloook.com iutlook.com outlokk.com`,
  'icloud.com': `
    icluod.com iclooud.com icloude.com iclud.com icloid.com`,
  'live.com': `
    live.con livw.com`,
  'comcast.net': `
    comcast.ne comcats.net comcat.net`,
  'aol.com': `
    aol.con aoll.com`,
  'web.de': `
    web.d`,
  'protonmail.com': `
    protonmai.com protonmial.com`,
};

/** Written after the rules were mended; held out. */
export const TYPOS_HELD_OUT: Readonly<Record<string, string>> = {
  'gmail.com': `
    gmaol.co gmqil.com gmailk.com gmaiol.com gmwil.com gimail.co gnmail.com gmayl.com gmaiil.co
    gmailll.com gemail.co gmalil.com`,
  'hotmail.com': `
    hotmajl.com hotmaiol.com hotmqail.com hotmaip.com hotnmail.com hptmail.co hotmaiul.com
    jhotmail.com hotmsail.com hoymail.co`,
  'yahoo.com': `
    yahop.com yahooi.com ysahoo.com yayoo.com yahuu.com yhaoo.co yahko.com tahoo.co`,
  'outlook.com': `
    outlpok.com outllok.co outtlook.com oultook.com outlpook.com outloik.com`,
  'icloud.com': `
    icloyd.com icliud.com iclpud.com icoud.co`,
};
