import providers from './mail-providers.json' with { type: 'json' };

/** Operator of mail exchangers. A gateway filters and forwards mail; a mailbox host stores it. */
export interface MailProvider {
  name: string;
  role: 'mailbox' | 'gateway' | 'relay';
  /** Sold to organizations, with contracts and administrators. */
  business: boolean;
  /** Suffixes of its mail exchangers' names, as documented by the provider. */
  suffixes: readonly string[];
}

const MAIL_PROVIDERS = providers as readonly MailProvider[];

const endsWithName = (host: string, suffix: string): boolean =>
  host === suffix || host.endsWith(`.${suffix}`);

/** Provider with the longest suffix that matches the exchanger's name; null if unknown. */
export function mailProviderOf(host: string): MailProvider | null {
  let best: { provider: MailProvider; chars: number } | null = null;
  for (const provider of MAIL_PROVIDERS) {
    for (const suffix of provider.suffixes) {
      if (endsWithName(host, suffix) && suffix.length > (best?.chars ?? 0))
        best = { provider, chars: suffix.length };
    }
  }
  return best?.provider ?? null;
}

/**
 * Mailbox domains of the first tier of free providers, which have hundreds of millions of users
 * between them.
 */
export const MAJOR_MAILBOX_DOMAINS: ReadonlySet<string> = new Set(
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
