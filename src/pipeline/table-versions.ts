import { type AnyProduct, factVersionOf } from '../core/lookup/product.ts';
import { readsTable } from '../core/lookup/source.ts';
import type { World } from '../core/ports.ts';

/** FNV-1a, 32 bits: two states of a product's tables collide once in four billion. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/**
 * What the tables are at that a product's answers may rest on, as one number: an answer found at
 * another figure is stale. Without waiting where every table is known in memory.
 * @param suppressed nothing may be told about whom the input names: another answer than the tables
 * give
 */
export function tableVersions(
  product: AnyProduct,
  world: World,
  suppressed = false,
): number | Promise<number> {
  const tables = product.sources.list.filter(readsTable);
  const versions = tables.map((source) => {
    const version = source.version?.(world) ?? '';
    // A table that cannot be read now says so when it is asked, and not every answer asks it.
    return typeof version === 'string' ? version : version.catch(() => '');
  });
  const combine = (known: readonly string[]) =>
    hash32(
      [product.type, factVersionOf(product), ...known, ...(suppressed ? ['nobody'] : [])].join(
        '\n',
      ),
    );
  const waits = versions.some((version) => typeof version !== 'string');
  return waits ? Promise.all(versions).then(combine) : combine(versions as string[]);
}
