const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address leads to the machine it is read on (WHATWG, "potentially trustworthy"). */
export const isLoopback = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

/**
 * Scheme and host that links in mails begin with: PUBLIC_URL. Without it the `Host` of a request is
 * a caller's word and would send others' links anywhere, so it counts on the caller's own machine
 * only.
 * @returns null where nothing can be trusted
 */
export function linkOrigin(publicUrl: string | undefined, requestUrl: string): string | null {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  return isLoopback(requestUrl) ? new URL(requestUrl).origin : null;
}
