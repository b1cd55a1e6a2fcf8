import { RANGE_FEEDS } from '../../../src/open-data/feeds/range-feeds.ts';
import { AZURE_FILE_PATH, AZURE_PAGE, FIXTURES } from '../../products/ip/fixtures.ts';
import { RANK_FILES } from './rank-files.ts';

/** Stands for every publisher of an address feed, each file under its publisher's path. */
export const MIRROR_HOST = 'mirror.test';

const FILES = new Map<string, string | undefined>(
  RANGE_FEEDS.flatMap(({ name, address, findFile }) => {
    const { pathname } = new URL(address);
    return findFile
      ? [
          [pathname, AZURE_PAGE],
          [AZURE_FILE_PATH, FIXTURES[name]],
        ]
      : [[pathname, FIXTURES[name]]];
  }),
);

export function answerMirror(url: URL): Response {
  const list = RANK_FILES.get(url.pathname);
  if (list) return new Response(list);
  const text = FILES.get(url.pathname);
  return text === undefined ? new Response('not published', { status: 404 }) : new Response(text);
}
