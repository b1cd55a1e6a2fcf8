/** Who may send mail in a domain's name (RFC 7208). */
export interface SpfPolicy {
  /** What the record says of every other sender; null when it ends without `all`. */
  all: 'pass' | 'fail' | 'softfail' | 'neutral' | null;
  includes: string[];
}

/** What a domain asks to be done with mail that is not its own (RFC 7489). */
export interface DmarcPolicy {
  policy: 'none' | 'quarantine' | 'reject';
  /** Published by the registrable domain above. */
  inherited: boolean;
}

const QUALIFIERS = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' } as const;

/** One tag of a DMARC record (RFC 7489, section 6.3). */
const POLICY_TAG = /^(sp|p)\s{0,9}=\s{0,9}(none|quarantine|reject)\b/i;

/** Records read of one name; beyond that a zone is an attack or a mistake. */
const MAX_INCLUDES = 30;

/**
 * @returns null when there is no SPF record, or more than one, which receivers ignore alike (RFC
 * 7208 section 4.5)
 */
export function readSpf(texts: readonly string[]): SpfPolicy | null {
  const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
  const [record] = records;
  if (record === undefined || records.length > 1) return null;
  const terms = record.toLowerCase().split(/\s+/).slice(1);
  const all = terms.map((term) => /^([+~?-]?)all$/.exec(term)).find(Boolean);
  const qualifier = (all?.[1] || '+') as keyof typeof QUALIFIERS;
  const includes = terms.flatMap(
    (term) => /^(?:[+~?-]?include:|redirect=)(.+)$/.exec(term)?.[1] ?? [],
  );
  return { all: all ? QUALIFIERS[qualifier] : null, includes: includes.slice(0, MAX_INCLUDES) };
}

/**
 * @param inherited read the policy for names below, `sp`, where the record states one
 * @returns null when there is no usable DMARC record (RFC 7489 section 6.6.3)
 */
export function readDmarc(texts: readonly string[], inherited: boolean): DmarcPolicy | null {
  const records = texts.filter((text) => /^v=DMARC1\s*(?:;|$)/i.test(text));
  const [record] = records;
  if (record === undefined || records.length > 1) return null;
  const tags = record.split(';').map((tag) => POLICY_TAG.exec(tag.trim()));
  const tag = (name: string) =>
    tags.find((found) => found?.[1]?.toLowerCase() === name)?.[2]?.toLowerCase();
  const policy = (inherited ? tag('sp') : undefined) ?? tag('p');
  return policy === undefined ? null : { policy: policy as DmarcPolicy['policy'], inherited };
}

/**
 * A service a domain shows in its DNS: in what its SPF record includes, or in a TXT record proving
 * ownership.
 */
interface TechnologyMark {
  name: string;
  /** End of an SPF include. */
  include?: string;
  /** Start of a TXT record. */
  proof?: string;
}

const MARKS: readonly TechnologyMark[] = [
  { name: 'Google Workspace', include: '_spf.google.com' },
  { name: 'Google Search Console', proof: 'google-site-verification=' },
  { name: 'Microsoft 365', include: 'spf.protection.outlook.com', proof: 'ms=' },
  { name: 'Amazon SES', include: 'amazonses.com', proof: 'amazonses:' },
  { name: 'SendGrid', include: 'sendgrid.net' },
  { name: 'Mailgun', include: 'mailgun.org' },
  { name: 'Mailchimp', include: 'servers.mcsv.net' },
  { name: 'Mailchimp Transactional', include: 'spf.mandrillapp.com' },
  { name: 'Postmark', include: 'spf.mtasv.net' },
  { name: 'SparkPost', include: 'sparkpostmail.com' },
  { name: 'Brevo', include: 'spf.sendinblue.com', proof: 'brevo-code:' },
  { name: 'HubSpot', include: 'hubspotemail.net', proof: 'hubspot-developer-verification=' },
  { name: 'Salesforce', include: '_spf.salesforce.com' },
  { name: 'Zendesk', include: 'mail.zendesk.com', proof: 'zendesk-verification=' },
  { name: 'Freshworks', include: 'email.freshdesk.com' },
  { name: 'Zoho', include: 'zoho.com', proof: 'zoho-verification=' },
  { name: 'Atlassian', include: '_spf.atlassian.net', proof: 'atlassian-domain-verification=' },
  { name: 'Shopify', include: 'shops.shopify.com' },
  { name: 'Klaviyo', include: 'klaviyomail.com', proof: 'klaviyo-site-verification=' },
  { name: 'Meta Business', proof: 'facebook-domain-verification=' },
  { name: 'Apple Business', proof: 'apple-domain-verification=' },
  { name: 'Adobe', proof: 'adobe-idp-site-verification=' },
  { name: 'DocuSign', proof: 'docusign=' },
  { name: 'Stripe', proof: 'stripe-verification=' },
  { name: 'Slack', proof: 'slack-domain-verification=' },
  { name: 'GitHub', proof: 'github-verification=' },
  { name: 'Dropbox', proof: 'dropbox-domain-verification=' },
  { name: 'Zoom', proof: 'zoom_verify_' },
  { name: 'Cisco Webex', proof: 'cisco-ci-domain-verification=' },
  { name: 'OneTrust', proof: 'onetrust-domain-verification=' },
  { name: 'Notion', proof: 'notion-domain-verification=' },
  { name: 'OpenAI', proof: 'openai-domain-verification=' },
  { name: 'Twilio', proof: 'twilio-domain-verification=' },
  { name: 'Wix', proof: 'wix-domain-verification=' },
];

/** Names of the services shown by these TXT records and SPF includes, in table order. */
export function technologiesOf(texts: readonly string[], includes: readonly string[]): string[] {
  const proofs = texts.map((text) => text.toLowerCase());
  const shown = MARKS.filter(
    ({ include, proof }) =>
      (include !== undefined &&
        includes.some((name) => name === include || name.endsWith(`.${include}`))) ||
      (proof !== undefined && proofs.some((text) => text.startsWith(proof))),
  );
  return shown.map(({ name }) => name);
}
