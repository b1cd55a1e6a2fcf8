/** What a statement of a WHOIS reply is about. */
export type WhoisField =
  | 'domain'
  | 'holder'
  | 'createdAt'
  | 'updatedAt'
  | 'expiresAt'
  | 'registrar'
  | 'nameservers'
  | 'status';

export interface WhoisLabel {
  field: WhoisField;
  /** Lower is likelier: a label counts only where none of a lower rank says anything. */
  rank: number;
}

const withoutAccents = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '');

/**
 * A label as it is compared: lower case without accents, punctuation, remarks in parentheses, a
 * leading "6a." or a trailing number, words separated by single spaces.
 */
export const labelKey = (label: string): string =>
  withoutAccents(label.replace(/\([^()]*\)/g, ' '))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^\d{1,2}[a-z] /, '')
    .replace(/ ?\d{1,2}$/, '');

/** Labels registries and registrars use, by field; each further line is of a higher rank. */
const WORDING: Readonly<Record<WhoisField, readonly string[]>> = {
  domain: [
    'domain, domain name, domainname, complete domain name, dominio, nombre de dominio, ' +
      'nome de dominio, nom de domaine, domaine, ドメイン名, 도메인이름',
  ],
  holder: [
    'registrant, registrant name, registrant organization, registrant id, holder, holder c, ' +
      'domain holder, owner, owner name, owner c, titular, organization using domain name, ' +
      'registered for, domain owner, ownertype',
  ],
  createdAt: [
    'reg created',
    'creation date, creation time, create date, created, created at, created date, created on, ' +
      'date created, date of creation, created time, record created, record created on, ' +
      'domain created, domain created on, domain create date, domain name created, entry created, ' +
      'registered, registered on, registered at, registered date, registered since, date registered, ' +
      'registration, registration date, registration time, registration created, reg date, ' +
      'record registered, domain registered, domain registered on, domain registration, ' +
      'domain registration date, domain dateregistered, dateregistered, ' +
      'first registration date, assigned, domain record activated, activated on, ' +
      'domain name commencement date, commencement date, additional info created on, ' +
      'approval date, date approved, domain created date, domaine cree le, domain date created, ' +
      'fecha de registro, fecha de creacion, fecha registro, fecha creacion, data de registo, ' +
      'data de criacao, date de creation, date d enregistrement, erstellt, 登録年月日, 등록일, ' +
      'registration started, active since, delegated on',
    'connected date, 接続年月日, activation date, activated, acivated',
  ],
  updatedAt: [
    'updated date, updated, updated on, updated at, update date, last update, last updated, ' +
      'last updated on, last updated date, last updated at, last modified, last modified on, ' +
      'last modified date, modified, modified date, modified on, modification date, changed, ' +
      'last changed, last changed date, date modified, date updated, record modified, ' +
      'record modified on, record last updated, record last updated on, record last modified, ' +
      'amended, record updated, record updated on, record changed, domain last updated, entry updated, ' +
      'domain last updated date, domain last updated on, domain datelastmodified, ' +
      'domain record last updated, updated time, domain updated, last edited on, ' +
      'derniere modification, ultima actualizacion, fecha de actualizacion, date de modification, 最終更新, ' +
      '最終更新日, 최근 정보 변경일, last renewed, registration last updated',
  ],
  expiresAt: [
    'registry expiry date, registrar registration expiration date, expiration date, expiry date, ' +
      'expire date, expired date, expires, expires on, expires at, expire, expire on, expired, ' +
      'expiration, expiration time, expiry, expires date, exp date, date expires, expiration on, ' +
      'record expires, record expires on, record expired, record will expire on, ' +
      'record expiration date, domain expires, domain expires on, domain expiration, ' +
      'domain expiration date, domain currently expires, domain expiry date, ' +
      'registration expires, registration expires on, registration expiration, ' +
      'registration expiration date, registration expiry date, registration valid until, ' +
      'registration will expire on, renewal date, renewal, renewal due, paid till, paid until, ' +
      'valid till, valid until, valid to, valid date, validity, date of expiry, ' +
      'additional info expires on, domain datebilleduntil, billed until, ' +
      'expiration timestamp, fecha de vencimiento, fecha de expiracion, fecha vencimiento, ' +
      'fecha expiracion, fecha de corte, data de expiracao, date d expiration, ' +
      '有効期限, 사용 종료일',
  ],
  registrar: [
    'registrar, registrar name, registar, registrar organization, registrar company name, ' +
      'sponsoring registrar, sponsoring registrar name, sponsoring registrar organization, ' +
      'current registrar, current registar, domain registrar, registrar of record, ' +
      'registrar organization name, sponsor, registrador, ' +
      'registered through, ' +
      'registered by, registered via, authorized agency, provider, provider name, account name, ' +
      'rsp, isp, domain support, registration managed by, bureau d enregistrement, ' +
      'prestataire internet, nom du registrar',
    'registration service provider, registration service provided by, registrar id, registrar handle, sponsoring registrar id, registrar created by, ' +
      '등록대행자, registar created',
  ],
  nameservers: [
    'name server, name servers, nameserver, nameservers, nserver, nservers, ns, ns name, ' +
      'name server handle, name server information, name servers information, ' +
      'nameserver information, name server list, nameserver list, name server hostname, ' +
      'name servers listed, name servers in listed order, name servers in the listed order, ' +
      'nameserver in listed order, nameservers in listed order, nameservers in order, ' +
      'name server s, name server addresses, current nameservers, delegated name servers, ' +
      'domain server, domain servers, domain nameserver, domain nameservers, ' +
      'domain name server, domain name servers, domain name servers in listed order, ' +
      'domain servers in listed order, domain servers listed in order, ' +
      'dns server, dns servers, dns name, dns name servers, dns nameserver, dns host, ' +
      'host name, hostname, host names, servers, server hostname, ' +
      'primary server, secondary server, primary server hostname, secondary server hostname, ' +
      'third server hostname, fourth server hostname, fifth server hostname, ' +
      'primary name server, secondary name server, primary nameserver, secondary nameserver, ' +
      'primary dns, secondary dns, primary name server hostname, secondary name server hostname, ' +
      'primnsfqdn, secns1fqdn, secns2fqdn, secns3fqdn, secns4fqdn, ns hostname, ' +
      'servidor de nombre, servidores de nombre, servidor de nombres de dominio, ' +
      'servidores de nombres de dominio, servidores dns, serveur de noms, serveurs de noms, ' +
      'serveur dns, ネームサーバ, 네임서버, 호스트이름, 1차 네임서버',
    'dns',
  ],
  status: [
    'domain status, status, state, domain state, registration status, eppstatus, epp status, ' +
      'query status, domaintype, record status, estado, estatus del dominio, domain name status, ' +
      'estado status, statut, etat, 状態, ステータス',
  ],
};

/** Titles after which dates are the domain's again, whatever contact came before. */
const DOMAIN_SECTIONS =
  'relevant dates, important dates, record dates, dates, dates status, additional information, ' +
  'additional info, domain information, domain information and status, domain dates';

/** A registrar's own record gives its name under one of these, ATI's list of servers each host. */
const NAME_PARTS =
  'name, organization, organisation, organization name, organisation name, company, ' +
  'company name, registrar name, registrar organization';

/**
 * Keys that open the record of a person or role (RPSL, FRED, registro.br). `person` is none: TCI
 * names the holder with it in the domain's own record, and where it opens one a `nic-hdl` follows.
 */
const CONTACT_OBJECTS = 'role, contact, nic hdl, nic hdl br';

/** Labels so short that contacts have them too. */
const SHARED =
  'created, changed, registered, updated, modified, last modified, last updated, state, status';

const keysOf = (wording: string): string[] => wording.split(',').map((label) => labelKey(label));

export const WHOIS_LABELS: ReadonlyMap<string, WhoisLabel> = new Map(
  Object.entries(WORDING).flatMap(([field, lines]) =>
    lines.flatMap((line, rank) =>
      keysOf(line).map((key) => [key, { field: field as WhoisField, rank }] as const),
    ),
  ),
);

export const DOMAIN_SECTION_KEYS: ReadonlySet<string> = new Set(keysOf(DOMAIN_SECTIONS));
export const NAME_PART_KEYS: ReadonlySet<string> = new Set(keysOf(NAME_PARTS));
export const CONTACT_OBJECT_KEYS: ReadonlySet<string> = new Set(keysOf(CONTACT_OBJECTS));
export const SHARED_KEYS: ReadonlySet<string> = new Set(keysOf(SHARED));

/** A title such as "Registrant:", "Administrative Contact" or "[Tech]". */
export const CONTACT_TITLE =
  /(?:^| )(?:registrant|holder|owner|contacts?|contacto|admin(?:istrat[a-z]{0,9})?|tech(?:nical)?|billing|titular|zone)(?:$| )/;
