const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a URL's host is the local machine (W3C Secure Contexts, "potentially trustworthy"). */
export const isLoopback = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

/**
 * Origin of links in mails: PUBLIC_URL. Without it, only a loopback `Host` is trusted; any other is
 * chosen by the caller (host header injection) and could redirect other people's links.
 * @returns null if no origin can be trusted
 */
export function linkOrigin(publicUrl: string | undefined, requestUrl: string): string | null {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  return isLoopback(requestUrl) ? new URL(requestUrl).origin : null;
}

/** Origin of the service in answers: PUBLIC_URL, or else the request's origin. */
export const serviceOrigin = (publicUrl: string | undefined, requestUrl: string): string =>
  new URL(publicUrl ?? requestUrl).origin;
