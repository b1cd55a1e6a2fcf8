import { parse } from 'tldts';

/** Domains that forms and templates show as an example, and machines' own. */
const PLACEHOLDER_DOMAINS = new Set(
  (
    'example.com example.org example.net example.edu domain.com domain.org domain.net yourdomain.com yourdomain.org mydomain.com yoursite.com ' +
    'yourwebsite.com mysite.com website.com site.com company.com yourcompany.com mycompany.com test.com sample.com address.com ' +
    'beispiel.de muster.de musterfirma.de mustermann.de ihre-domain.de exemple.com exemple.fr ejemplo.com dominio.com tudominio.com ' +
    'esempio.it dominio.it exemplo.com exemplo.com.br voorbeeld.nl przyklad.pl priklad.cz sentry.io sentry-cdn.com wixpress.com'
  ).split(' '),
);

/** Nobody's mailbox, whatever the domain. */
const PLACEHOLDER_LOCALS = new Set(
  (
    'you your yourname your.name your-name your_name youremail your.email your-email name yourmail username user.name firstname.lastname first.last ' +
    'firstname lastname firstnamelastname vorname.nachname vorname nombre tunombre votre.nom votreemail votrenom prenom.nom nome.cognome nome seunome ' +
    'voornaam.achternaam imie.nazwisko someone somebody'
  ).split(' '),
);
/** Examples too, unless the site itself has such a mailbox. */
const FOREIGN_PLACEHOLDERS = new Set(
  'email user example test mail e-mail foo abc xxx john.doe johndoe jane.doe janedoe max.mustermann erika.mustermann'.split(
    ' ',
  ),
);

/**
 * Domains for documentation and tests (RFC 6761) are in no public suffix list; an address there is
 * still one.
 */
const RESERVED_SUFFIX = /\.(?:test|example)$/;
/** Event keys of error trackers and message ids. */
const HEX_ID = /^[0-9a-f]{16,}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
/** `sprite@2x.png`, `logo@1.5x.webp`; `package@1.2.md`. */
const PIXEL_DENSITY = /^\d+(?:\.\d+)?x\./;
const VERSION = /^v?\d+\.\d+[.-]/;
/** Top-level domains that on a page are the ends of file names. */
const FILE_NAME = /\.(?:zip|mov)$/;

/**
 * Whether an address is not one a person could write to from this page.
 * @param local lower case @param domain lower case @param siteDomain the site's registrable domain
 */
export function isEmailDecoy(local: string, domain: string, siteDomain: string): boolean {
  const { domain: registrable, isIcann, isPrivate } = parse(domain, { allowPrivateDomains: true });
  const own = domain === siteDomain || domain.endsWith(`.${siteDomain}`);
  if (!own && !isIcann && !isPrivate && !RESERVED_SUFFIX.test(domain)) return true;
  if (PIXEL_DENSITY.test(domain) || VERSION.test(domain) || FILE_NAME.test(domain)) return true;
  if (HEX_ID.test(local) || UUID.test(local)) return true;
  if (PLACEHOLDER_LOCALS.has(local)) return true;
  return (
    !own &&
    (FOREIGN_PLACEHOLDERS.has(local) ||
      PLACEHOLDER_DOMAINS.has(domain) ||
      PLACEHOLDER_DOMAINS.has(registrable ?? domain))
  );
}
