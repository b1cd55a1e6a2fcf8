import { batchLoader } from '../../src/lib/batch-loader.ts';

interface Bindings {
  STORE: KVNamespace;
}

/** Every key names its request, so a read shows whose keys it joined. */
let store: KVNamespace;
let reads = 0;
const ask = batchLoader(async (keys) => {
  reads += 1;
  const requests = new Set(keys.map((key) => key.split(':')[0]));
  // I/O of the request that reads: of another one, it would fail or never end.
  await store.get('nothing');
  return new Map(keys.map((key) => [key, requests.size]));
}, 1_000);

/** Comes to its question by I/O of its own and by a number of awaits of its own. */
async function question(request: string, at: number): Promise<number | undefined> {
  for (let depth = 0; depth < at * 7; depth++) await null;
  return ask(`${request}:${at}`);
}

/**
 * `/?request=` asks three rounds of ten questions; answers how many requests' questions were read
 * together at most.
 */
export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    store = env.STORE;
    const name = new URL(request.url).searchParams.get('request') as string;
    const mixed: (number | undefined)[] = [];
    for (let round = 0; round < 3; round++) {
      await env.STORE.get(name);
      mixed.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, (_, at) => question(`${name}-${round}`, at)),
        )),
      );
    }
    return Response.json({ most: Math.max(...mixed.map((count) => count ?? 99)), reads });
  },
};
