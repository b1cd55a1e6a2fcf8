import { env } from 'cloudflare:workers';
import { ADDRESS_POINTER_KEY, addressKeys } from '../../src/open-data/ip/pointers.ts';

const compiled = async (path: string) =>
  (await fetch(`http://compiled.test/${path}`)).arrayBuffer();

/**
 * Puts the compiled address table where the Worker reads it, as `npm run dev` does. It is large, so
 * a second call of a test file finds it there.
 */
export async function seedAddresses(): Promise<void> {
  if (await env.DATA.head(ADDRESS_POINTER_KEY)) return;
  const pointer = await compiled(ADDRESS_POINTER_KEY);
  const { version } = JSON.parse(new TextDecoder().decode(pointer)) as { version: string };
  for (const key of Object.values(addressKeys(version)))
    await env.DATA.put(key, await compiled(key));
  await env.DATA.put(ADDRESS_POINTER_KEY, pointer);
}
