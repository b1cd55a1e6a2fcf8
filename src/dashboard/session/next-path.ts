/** Anything but these could leave the service, or be read as another origin by a browser. */
const LOCAL = /^\/(?:app|oauth)(?:[/?][\w\-./~%?&=+:@,]*)?$/;

const HOME = '/app';

/**
 * Where to go on after signing in: a path of ours under /app or /oauth, else the dashboard's home.
 * @param wanted as the address or a form says; anybody may have written it
 */
export function nextPath(wanted: string | null | undefined): string {
  if (!wanted || wanted.length > 2_000 || !LOCAL.test(wanted)) return HOME;
  // What a browser makes of it decides: dots may lead elsewhere.
  const url = new URL(wanted, 'https://service.invalid');
  const isOurs = url.origin === 'https://service.invalid' && LOCAL.test(url.pathname);
  return isOurs ? `${url.pathname}${url.search}` : HOME;
}
