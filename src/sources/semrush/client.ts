import type { Upstream, Verdict } from '../upstream/upstream.ts';

/** What the numbers of `ERROR 50 :: NOTHING FOUND` mean; any other speaks of our request. */
const ERRORS: ReadonlyMap<number, Verdict> = new Map([
  [50, 'none'],
  [110, 'key'],
  [120, 'key'],
  [130, 'key'],
  [133, 'key'],
  [135, 'key'],
  [402, 'key'],
  [131, 'quota'],
  [132, 'quota'],
  [134, 'quota'],
  [136, 'quota'],
  [429, 'quota'],
  [500, 'later'],
]);

const ERROR = /^\s*ERROR (\d{1,5}) ::/;

/** Search and traffic figures of domains and keywords. Its refusals are text behind HTTP 200. */
export const SEMRUSH: Upstream = {
  name: 'SEMRUSH',
  hosts: ['api.semrush.com'],
  needs: ['SEMRUSH_KEY'],
  authenticate: (secret) => ({ query: { key: secret('SEMRUSH_KEY') } }),
  envelope(body) {
    const [, code] = (typeof body === 'string' && ERROR.exec(body)) || [];
    return code === undefined ? undefined : (ERRORS.get(Number(code)) ?? 'input');
  },
};
