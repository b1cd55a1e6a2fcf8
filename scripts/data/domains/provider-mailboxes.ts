import { ACCESS_MAILBOXES } from './access-mailboxes.ts';

/** Additional domains of mailbox providers, from their sign-up pages. */
export const PROVIDER_ALIASES: Readonly<Record<string, string>> = {
  'mail.com': `
    mail.com email.com usa.com myself.com consultant.com post.com europe.com asia.com iname.com
    writeme.com dr.com engineer.com cheerful.com accountant.com activist.com adexec.com
    allergist.com alumni.com alumnidirector.com angelic.com appraiser.net archaeologist.com
    arcticmail.com artlover.com auctioneer.net australiamail.com bartender.net berlin.com
    bikerider.com birdlover.com blader.com boardermail.com brazilmail.com brew-master.com
    brew-meister.com bsdmail.com californiamail.com cash4u.com catlover.com chef.net chemist.com
    chinamail.com clerk.com clubmember.org collector.org columnist.com comic.com computer4u.com
    contractor.net coolsite.net counsellor.com cyber-wizard.com cyberdude.com cybergal.com
    cyberservices.com dallasmail.com dbzmail.com deliveryman.com diplomats.com disciples.com
    discofan.com doglover.com doramail.com dublin.com dutchmail.com elvisfan.com englandmail.com
    europemail.com execs.com fan.com fastservice.com feelings.com financier.com fireman.net
    galaxyhit.com gardener.com geologist.com germanymail.com graduate.org graphic-designer.com
    greenmail.net groupmail.com hackermail.com hairdresser.net hilarious.com hiphopfan.com
    homemail.com hot-shot.com housemail.com humanoid.net hushmail.com indiamail.com innocent.com
    inorbit.com instruction.com instructor.net insurer.com irelandmail.com israelmail.com
    italymail.com japan.com journalist.com keromail.com kissfans.com kittymail.com koreamail.com
    lawyer.com legislator.com linuxmail.org london.com loveable.com lovecat.com
    mad.scientist.com madonnafan.com madrid.com magicgirl.com marchmail.com metalfan.com
    mexicomail.com mindless.com minister.com moscowmail.com munich.com musician.org muslim.com
    ninfan.com nonpartisan.com null.net nycmail.com optician.com orthodontist.net
    pacific-ocean.com pacificwest.com pediatrician.com petlover.com photographer.net
    physicist.net planetmail.com planetmail.net polandmail.com politician.com presidency.com
    priest.com programmer.net protestant.com publicist.com qualityservice.com radiologist.net
    ravemail.com realtyagent.com reborn.com reggaefan.com registerednurses.com reincarnate.com
    religious.com repairman.com representative.com rescueteam.com rocketship.com royal.net
    russiamail.com safrica.com saintly.com salesperson.net samerica.com sanfranmail.com
    scientist.com scotlandmail.com secretary.net seductive.com singapore.com snakebite.com
    socialworker.net sociologist.com solution4u.com songwriter.net spainmail.com surgical.net
    swedenmail.com swissmail.com teachers.org tech-center.com techie.com technologist.com
    theplate.com therapist.net toke.com tokyo.com toothfairy.com torontomail.com tvstar.com
    umpire.com uymail.com webname.com who.net whoever.com winning.com witty.com workmail.com
    worker.com yours.com deal-maker.com fastermail.com`,
  Fastmail: `
    fastmail.com fastmail.fm fastmail.cn fastmail.co.uk fastmail.com.au fastmail.de fastmail.es
    fastmail.fr fastmail.im fastmail.in fastmail.jp fastmail.mx fastmail.net fastmail.nl
    fastmail.org fastmail.se fastmail.to fastmail.tw fastmail.uk fastmail.us fastmailbox.net
    fastmessaging.com fastemail.us fastemailer.com fastest.cc fastimap.com fastem.com
    fast-email.com fast-mail.org 123mail.org 150mail.com 150ml.com 16mail.com 2-mail.com
    4email.net 50mail.com airpost.net allmail.net bestmail.us cluemail.com elitemail.org
    emailcorner.net emailengine.net emailengine.org emailgroups.net emailplus.org emailuser.net
    eml.cc f-m.fm fea.st fmail.co.uk fmailbox.com fmgirl.com fmguy.com ftml.net h-mail.us
    hailmail.net imap-mail.com imap.cc imapmail.org inoutbox.com internet-e-mail.com
    internet-mail.org internetemails.net internetmailing.net jetemail.net justemail.net
    letterboxes.org mail-central.com mail-page.com mailandftp.com mailas.com mailbolt.com
    mailc.net mailcan.com mailforce.net mailftp.com mailhaven.com mailingaddress.org mailite.com
    mailmight.com mailnew.com mailsent.net mailservice.ms mailup.net mailworks.org ml1.net mm.st
    myfastmail.com mymacmail.com nospammail.net ownmail.net petml.com postinbox.com postpro.net
    proinbox.com promessage.com realemail.net reallyfast.biz reallyfast.info rushpost.com
    sent.as sent.at sent.com speedpost.net speedymail.org ssl-mail.com swift-mail.com
    the-fastest.net the-quickest.com theinternetemail.com veryfast.biz veryspeedy.net
    warpmail.net xsmail.com yepmail.net your-mail.com`,
  'Hushmail, Tuta, Proton, Zoho and others': `
    hushmail.com hushmail.me hush.com hush.ai mac.hush.com disroot.org fastmail.com hey.com
    mailbox.org onmail.com riseup.net skiff.com startmail.com titan.email tuta.com tuta.io
    tutamail.com tutanota.com tutanota.de keemail.me proton.me protonmail.com protonmail.ch
    pm.me zoho.com zoho.eu zoho.in zohomail.com zohomail.eu zohomail.in runbox.com kolabnow.com
    countermail.com autistici.org inventati.org vivaldi.net cock.li airmail.cc vfemail.net
    safe-mail.net mail2world.com sneakemail.com neomailbox.com soverin.net mailo.com migadu.com
    lavabit.com criptext.com ctemplar.com posteo.de dismail.de murena.io e.email ecloud.global
    purelymail.com thexyz.com polarismail.com inbox.com inbox.eu bluebottle.com gawab.com
    muchomail.com animail.net movemail.com webcity.ca coolmail.com email.org qmail.com xmail.com
    latinmail.com uymail.com bigstring.com aemail4u.com hotpop.com bluemail.ch myway.com
    lycos.co.uk lycos.it lycos.es lycos.fr caramail.lycos.fr mailcity.com angelfire.com
    techemail.com techie.com whale-mail.com moose-mail.com snail-mail.net dynamitemail.com
    alumni.com sdf.org freeshell.org kittymail.com gmx.us netaddress.com mantramail.com
    nameplanet.com`,
  'Webmail brands of Yahoo, Microsoft, AOL and Google': `
    ymail.com rocketmail.com myyahoo.com yahoomail.com hotmail.com passport.com windowslive.com
    webtv.net msn.com live.com outlook.com googlemail.com gmail.com aim.com aol.com verizon.net
    sky.com btinternet.com y7mail.com`,
};

const BRAND_COUNTRIES: Readonly<Record<string, string>> = {
  yahoo: `
    com ca cl cn co.id co.in co.jp co.kr co.nz co.th co.uk co.za com.ar com.au com.br com.cn
    com.co com.hk com.hr com.mx com.my com.pe com.ph com.sg com.tr com.tw com.ua com.ve com.vn
    cz de dk ee es fi fr gr hu ie in is it lt lv ne.jp nl no pl pt ro rs se si sk ch at be bg us
    co.hu co.il`,
  hotmail: `
    com at be ca ch cl co.id co.il co.in co.jp co.kr co.nz co.th co.uk co.za com.ar com.au
    com.br com.hk com.mx com.my com.ph com.sg com.tr com.tw com.vn cz de dk es fi fr gr hu ie it
    jp lt lv my nl no ph pl rs se sg sk`,
  live: `
    com at be ca cl cn co.in co.kr co.uk co.za com.ar com.au com.mx com.my com.ph com.pt com.sg
    de dk fi fr hk ie in it jp nl no ph ru se co.nz`,
  outlook: `
    com at be cl co.id co.il co.nz co.th com.ar com.au com.br com.gr com.pe com.tr com.vn cz
    de dk es fr hu ie in it jp kr lv my ph pl pt ro sa sg sk`,
  aol: `
    com at be ch cl cn co.il co.nz co.uk com.ar com.au com.br com.co com.mx com.tr com.ve cz de
    dk es fi fr hk in it jp kr nl pl ru se tw`,
  gmx: 'com de net at ch eu us fr es info co.uk li tm org biz',
  msn: 'com com.au com.mx co.il cn',
  yandex: 'com ru by kz ua uz com.tr com.ua com.ge az net ee fr lt lv md pl tj tm',
  protonmail: 'com ch',
};

const words = (text: string): string[] => text.trim().split(/\s+/);

/** All domains of the tables above. */
export function mailboxDomains(): Set<string> {
  const tables = [...Object.values(ACCESS_MAILBOXES), ...Object.values(PROVIDER_ALIASES)];
  const brands = Object.entries(BRAND_COUNTRIES).flatMap(([brand, suffixes]) =>
    words(suffixes).map((suffix) => `${brand}.${suffix}`),
  );
  return new Set([...tables.flatMap(words), ...brands]);
}
