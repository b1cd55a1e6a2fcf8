import { readFile } from 'node:fs/promises';

/**
 * The outside world of the tests, running in Node: everything the Worker fetches ends here.
 * `http://compiled.test/<path>` is the compiled data directory; anything else is unreachable.
 */
export async function fakeWorld(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.host === 'compiled.test') return new Response(new Uint8Array(await readFile(`compiled${url.pathname}`)));
  return new Response('no network in tests', { status: 523 });
}
