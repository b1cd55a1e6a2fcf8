/** Base that `next` is resolved against; a reserved name. */
const PLACEHOLDER_ORIGIN = 'https://service.invalid';

/** Anything but these could leave the service, or be read as another origin by a browser. */
const LOCAL_PATH = /^\/(?:app|oauth)(?:[/?][\w\-./~%?&=+:@,!*'()]*)?$/;

/** Home of the dashboard, the default target. */
const HOME_PATH = '/app';
const MAX_CHARS = 2_000;

/**
 * Where to go on after signing in: a path of ours under /app or /oauth, else the dashboard's home.
 * @param wanted as the address or a form says; untrusted
 */
export function safeRedirectPath(wanted: string | null | undefined): string {
  if (!wanted || wanted.length > MAX_CHARS || !LOCAL_PATH.test(wanted)) return HOME_PATH;
  // What a browser makes of it decides: dots may lead elsewhere.
  const url = new URL(wanted, PLACEHOLDER_ORIGIN);
  const isOurs = url.origin === PLACEHOLDER_ORIGIN && LOCAL_PATH.test(url.pathname);
  return isOurs ? `${url.pathname}${url.search}` : HOME_PATH;
}
