import providers from './mail-providers.json' with { type: 'json' };

/** Who runs a domain's mail exchangers. A gateway filters and passes on; a mailbox host keeps. */
export interface MailProvider {
  name: string;
  role: 'mailbox' | 'gateway' | 'relay';
  /** Sold to organizations with contracts and administrators. */
  business: boolean;
  /** Suffixes of the names of its mail exchangers, as the provider documents them. */
  suffixes: readonly string[];
}

const MAIL_PROVIDERS = providers as readonly MailProvider[];

const endsWithName = (host: string, suffix: string): boolean =>
  host === suffix || host.endsWith(`.${suffix}`);

/** The provider whose name ends the exchanger's name most exactly; null for an unknown one. */
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
 * Free mailbox providers with hundreds of millions of users between them: the first tier. Domains
 * their users have addresses at.
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
