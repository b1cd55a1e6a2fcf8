/**
 * Who runs the mail exchangers of a domain. A gateway filters mail and passes it on; a mailbox host
 * keeps it.
 */
export interface MailProvider {
  name: string;
  role: 'mailbox' | 'gateway' | 'relay';
  /** Sold to organizations with contracts and administrators. */
  business: boolean;
  /** Suffixes of the names of its mail exchangers, as the provider documents them. */
  suffixes: readonly string[];
}

const mailbox = (name: string, business: boolean, ...suffixes: string[]): MailProvider => ({
  name,
  role: 'mailbox',
  business,
  suffixes,
});
const gateway = (name: string, ...suffixes: string[]): MailProvider => ({
  name,
  role: 'gateway',
  business: true,
  suffixes,
});
const relay = (name: string, ...suffixes: string[]): MailProvider => ({
  name,
  role: 'relay',
  business: false,
  suffixes,
});

export const MAIL_PROVIDERS: readonly MailProvider[] = [
  mailbox('Gmail', false, 'gmail-smtp-in.l.google.com'),
  mailbox(
    'Google Workspace',
    true,
    'aspmx.l.google.com',
    'aspmx2.googlemail.com',
    'aspmx3.googlemail.com',
    'aspmx4.googlemail.com',
    'aspmx5.googlemail.com',
    'smtp.google.com',
    'googlemail.com',
  ),
  mailbox('Outlook.com', false, 'olc.protection.outlook.com'),
  mailbox(
    'Microsoft 365',
    true,
    'mail.protection.outlook.com',
    'mx.microsoft',
    'mail.protection.office365.us',
    'mail.protection.partner.outlook.cn',
  ),
  mailbox('Yahoo Mail', false, 'yahoodns.net'),
  mailbox('iCloud Mail', false, 'mail.icloud.com'),
  mailbox(
    'Zoho Mail',
    true,
    'mx.zoho.com',
    'mx2.zoho.com',
    'mx3.zoho.com',
    'zoho.com',
    'zoho.eu',
    'zoho.in',
    'zohomail.com',
  ),
  mailbox('Fastmail', true, 'messagingengine.com'),
  mailbox('Proton Mail', true, 'protonmail.ch'),
  mailbox('Tuta', true, 'tutanota.de'),
  mailbox(
    'Amazon WorkMail',
    true,
    'inbound-smtp.us-east-1.amazonaws.com',
    'inbound-smtp.us-west-2.amazonaws.com',
    'inbound-smtp.eu-west-1.amazonaws.com',
  ),
  mailbox('Rackspace Email', true, 'emailsrvr.com'),
  mailbox('GoDaddy Email', true, 'secureserver.net'),
  mailbox('Namecheap Private Email', true, 'privateemail.com'),
  mailbox('IONOS', true, 'kundenserver.de', 'ionos.com', 'ionos.co.uk', '1and1.com'),
  mailbox('OVHcloud', true, 'mail.ovh.net'),
  mailbox('Gandi Mail', true, 'mail.gandi.net'),
  mailbox('Infomaniak', true, 'infomaniak.ch', 'infomaniak.com'),
  mailbox('Hostinger', true, 'hostinger.com', 'titan.email'),
  mailbox('Migadu', true, 'migadu.com'),
  mailbox('mailbox.org', true, 'mailbox.org'),
  mailbox('Yandex 360', true, 'mx.yandex.net', 'mx.yandex.ru'),
  mailbox('VK WorkSpace', true, 'emx.mail.ru', 'mxs.mail.ru'),
  mailbox('Tencent Exmail', true, 'mxbiz1.qq.com', 'mxbiz2.qq.com', 'exmail.qq.com'),
  mailbox('QQ Mail', false, 'mx1.qq.com', 'mx2.qq.com', 'mx3.qq.com'),
  mailbox('NetEase Mail', false, 'mxmail.netease.com'),
  mailbox('Alibaba Mail', true, 'mxhichina.com', 'aliyun.com'),
  mailbox('GMX', false, 'gmx.net', 'gmx.com'),
  mailbox('WEB.DE', false, 'web.de'),
  gateway('Proofpoint', 'pphosted.com', 'ppe-hosted.com', 'gpphosted.com'),
  gateway('Mimecast', 'mimecast.com', 'mimecast.co.za', 'mimecast-offshore.com'),
  gateway('Barracuda', 'barracudanetworks.com'),
  gateway('Cisco Secure Email', 'iphmx.com'),
  gateway('Broadcom Email Security', 'messagelabs.com'),
  gateway(
    'Trend Micro Email Security',
    'tmes.trendmicro.com',
    'tmes.trendmicro.eu',
    'in.tmems-jp.trendmicro.com',
  ),
  gateway('Sophos Email', 'prod.hydra.sophos.com'),
  gateway('Hornetsecurity', 'hornetsecurity.com', 'antispameurope.com'),
  gateway('Cloudflare Email Security', 'mxrecord.io', 'mxrecord.mx'),
  gateway('SpamExperts', 'antispamcloud.com', 'spamexperts.com'),
  gateway('Forcepoint', 'mailcontrol.com'),
  relay('Cloudflare Email Routing', 'mx.cloudflare.net'),
  relay('ImprovMX', 'improvmx.com'),
  relay('Forward Email', 'forwardemail.net'),
];

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
