/** What `next` is resolved against; nobody's. */
const NOWHERE = 'https://service.invalid';

/** Anything but these could leave the service, or be read as another origin by a browser. */
const LOCAL = /^\/(?:app|oauth)(?:[/?][\w\-./~%?&=+:@,!*'()]*)?$/;

/** Where everybody may go. */
const HOME = '/app';
const MAX_CHARS = 2_000;

/**
 * Where to go on after signing in: a path of ours under /app or /oauth, else the dashboard's home.
 * @param wanted as the address or a form says; anybody may have written it
 */
export function nextPath(wanted: string | null | undefined): string {
  if (!wanted || wanted.length > MAX_CHARS || !LOCAL.test(wanted)) return HOME;
  // What a browser makes of it decides: dots may lead elsewhere.
  const url = new URL(wanted, NOWHERE);
  const isOurs = url.origin === NOWHERE && LOCAL.test(url.pathname);
  return isOurs ? `${url.pathname}${url.search}` : HOME;
}
