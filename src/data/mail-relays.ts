/**
 * Services that forward mail to an address they keep secret: a real person reads it, so their
 * domains are not throwaway even where lists of disposable domains say so. Domains as the services
 * document them.
 */
export const MAIL_RELAYS: Readonly<Record<string, readonly string[]>> = {
  'addy.io': ['addy.io', 'addymail.com', 'anonaddy.com', 'anonaddy.me'],
  'Apple Private Relay': ['privaterelay.appleid.com'],
  'DuckDuckGo Email Protection': ['duck.com'],
  'Firefox Relay': ['mozmail.com', 'relay.firefox.com'],
  'Proton Pass': ['passmail.net', 'passmail.com', 'passinbox.com', 'passfwd.com'],
  SimpleLogin: [
    'simplelogin.com',
    'simplelogin.co',
    'simplelogin.fr',
    '8alias.com',
    '8shield.net',
    'aleeas.com',
    'dralias.com',
    'silomails.com',
    'slmail.me',
    'slmails.com',
  ],
  '33Mail': ['33mail.com'],
  'Erine.email': ['erine.email'],
  'Burner Mail': ['burnermail.io'],
  'IronVest Masked Email': ['opayq.com', 'ivmail.com'],
};
