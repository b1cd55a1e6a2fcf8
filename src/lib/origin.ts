const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address leads to the machine it is read on (WHATWG, "potentially trustworthy"). */
export const isLoopback = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

/**
 * Origin of links in mails: PUBLIC_URL. Without it only a loopback `Host` is trusted: any other is
 * chosen by the caller (host header injection) and could send other people's links anywhere.
 * @returns null where nothing can be trusted
 */
export function linkOrigin(publicUrl: string | undefined, requestUrl: string): string | null {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  return isLoopback(requestUrl) ? new URL(requestUrl).origin : null;
}

/** Origin of the service in answers: PUBLIC_URL, without it that of the request. */
export const serviceOrigin = (publicUrl: string | undefined, requestUrl: string): string =>
  new URL(publicUrl ?? requestUrl).origin;
