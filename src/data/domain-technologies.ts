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
