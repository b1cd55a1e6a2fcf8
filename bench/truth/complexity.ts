// Looks for pages whose conversion takes more than two and a half times as long at twice the
// length.
// Run: node bench/truth/complexity.ts [shapes] [seed]
import { convert } from '../../test/products/web/convert.ts';
import { growthOf, MOST_GROWTH } from '../../test/products/web/growth.ts';
import { KNOWN_SHAPES, randomShapes } from '../../test/products/web/page-shapes.ts';

const [count = 2_000, seed = Date.now() >>> 0] = process.argv.slice(2).map(Number);
console.log(`${KNOWN_SHAPES.length} known shapes and ${count} random ones, seed ${seed}`);
let found = 0;
for (const shape of [...KNOWN_SHAPES, ...randomShapes(seed, count)]) {
  const growth = await growthOf(convert, shape);
  if (growth <= MOST_GROWTH) continue;
  found++;
  console.log(`${growth.toFixed(1)}x: ${JSON.stringify(shape)}`);
}
console.log(found === 0 ? 'none grows faster than its page' : `${found} grow faster`);
process.exitCode = found === 0 ? 0 : 1;
