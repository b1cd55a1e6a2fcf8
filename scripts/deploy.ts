// Deploys: schema first, then the tables the new code reads, then the code. Needs a logged-in wrangler, and the
// secrets set once with `wrangler secret put`. Stopping anywhere leaves the running service as it was.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { unstable_readConfig } from 'wrangler';
import { ADDRESS_POINTER_KEY, addressKeys, addressPointer } from '../src/data/table-pointers.ts';
import { compileData } from './data/compile.ts';

function wrangler(...args: string[]): void {
  console.log(`> wrangler ${args.join(' ')}`);
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/wrangler/bin/wrangler.js', ...args],
    { stdio: 'inherit' },
  );
  if (status !== 0) throw new Error(`wrangler ${args[0]} failed`);
}

/** The compiled address table: blocks and index under their version, the pointer to it last. */
function uploadTables(bucket: string): void {
  const { version } = addressPointer.parse(
    JSON.parse(readFileSync(`compiled/${ADDRESS_POINTER_KEY}`, 'utf8')),
  );
  const { blocks, index } = addressKeys(version);
  for (const key of [blocks, index, ADDRESS_POINTER_KEY]) {
    wrangler('r2', 'object', 'put', `${bucket}/${key}`, '--file', `compiled/${key}`, '--remote');
  }
}

const { r2_buckets } = unstable_readConfig({ config: 'wrangler.toml' });
const bucket = r2_buckets.find(
  ({ binding }: { binding: string }) => binding === 'DATA',
)?.bucket_name;
if (!bucket) throw new Error('wrangler.toml has no bucket DATA');

await compileData();
for (const database of ['DB', 'RECORDS'])
  wrangler('d1', 'migrations', 'apply', database, '--remote');
uploadTables(bucket);
wrangler('deploy');
