/**
 * Free mailbox providers with hundreds of millions of users between them: the first tier. Domains
 * their users have addresses at.
 */
export const BIG_MAILBOX_PROVIDERS: ReadonlySet<string> = new Set(
  `
  gmail.com googlemail.com
  outlook.com hotmail.com live.com msn.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es
  outlook.fr outlook.de outlook.es outlook.it live.co.uk live.fr live.nl live.com.au live.ca
  yahoo.com ymail.com rocketmail.com yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca
  yahoo.co.in yahoo.co.jp yahoo.com.br aol.com aim.com icloud.com me.com mac.com
  proton.me protonmail.com pm.me gmx.com gmx.de gmx.net web.de mail.com zoho.com
  mail.ru yandex.ru yandex.com qq.com 163.com 126.com naver.com
  `
    .trim()
    .split(/\s+/),
);
