// Google and GitHub as a service meets them: the token endpoint (RFC 6749, section 4.1.3, with RFC
// 7636) and who the token is of. What the consent page would ask is in the code of the test.

/** Clients that both providers know here. */
export const PROVIDER_VARS = {
  GOOGLE_CLIENT_ID: 'google-client',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  GITHUB_CLIENT_ID: 'github-client',
  GITHUB_CLIENT_SECRET: 'github-secret',
};

/** Who consents, and what the authorization request said. */
export interface ProviderConsent {
  clientId: string;
  redirectUri: string;
  codeChallenge: string;
  id: string;
  email: string;
  verified: boolean;
  /** Which of its servers fails. */
  down?: 'token' | 'person';
}

const encode = (consent: ProviderConsent): string => btoa(JSON.stringify(consent));
const decode = (text: string): ProviderConsent => JSON.parse(atob(text));

/** The code that a consent page sends the browser back with. */
export const providerCode = (consent: ProviderConsent): string => `code.${encode(consent)}`;

const json = (body: unknown, status = 200): Response => Response.json(body, { status });

const challengeOf = async (verifier: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
};

const SECRETS: Readonly<Record<string, string>> = {
  [PROVIDER_VARS.GOOGLE_CLIENT_ID]: PROVIDER_VARS.GOOGLE_CLIENT_SECRET,
  [PROVIDER_VARS.GITHUB_CLIENT_ID]: PROVIDER_VARS.GITHUB_CLIENT_SECRET,
};

async function exchangeCode(request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const code = form.get('code') ?? '';
  if (form.get('grant_type') !== 'authorization_code' || !code.startsWith('code.'))
    return json({ error: 'invalid_grant' }, 400);
  const consent = decode(code.slice('code.'.length));
  if (consent.down === 'token') return new Response('<html>', { status: 502 });
  const basic = /^Basic (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1];
  const [id, secret] = basic
    ? atob(basic).split(':').map(decodeURIComponent)
    : [form.get('client_id'), form.get('client_secret')];
  if (id !== consent.clientId || secret !== SECRETS[consent.clientId])
    return json({ error: 'invalid_client' }, 401);
  const isSame =
    form.get('redirect_uri') === consent.redirectUri &&
    (await challengeOf(form.get('code_verifier') ?? '')) === consent.codeChallenge;
  if (!isSame) return json({ error: 'invalid_grant' }, 400);
  return json({
    access_token: `token.${encode(consent)}`,
    token_type: 'Bearer',
    expires_in: 3_600,
  });
}

const consentOf = (request: Request): ProviderConsent | null => {
  const token = /^Bearer token\.(.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1];
  return token ? decode(token) : null;
};

async function answerProvider(request: Request): Promise<Response> {
  const { host, pathname } = new URL(request.url);
  const path = `${host}${pathname}`;
  if (path === 'oauth2.googleapis.com/token') return exchangeCode(request);
  if (path === 'github.com/login/oauth/access_token') return exchangeCode(request);
  const consent = consentOf(request);
  if (!consent) return json({ error: 'invalid_token' }, 401);
  const { id, email, verified, down } = consent;
  if (down === 'person') return new Response('<html>', { status: 502 });
  if (path === 'openidconnect.googleapis.com/v1/userinfo')
    return json({ sub: id, email, email_verified: verified, name: 'Ada of Google' });
  if (path === 'api.github.com/user') return json({ id: Number(id), login: 'ada', name: null });
  if (path === 'api.github.com/user/emails')
    return json([
      { email: 'other@github.example', primary: false, verified: true, visibility: null },
      { email, primary: true, verified, visibility: 'private' },
    ]);
  return json({ message: 'Not Found' }, 404);
}

export const SIGN_IN_PROVIDER_HANDLERS = Object.fromEntries(
  ['oauth2.googleapis.com', 'openidconnect.googleapis.com', 'github.com', 'api.github.com'].map(
    (host) => [host, answerProvider] as const,
  ),
);
