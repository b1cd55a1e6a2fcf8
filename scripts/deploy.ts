// Deploys: schema first, then the tables the new code reads, then the code. Needs a logged-in
// wrangler, and the
// secrets set once with `wrangler secret put`. Stopping anywhere leaves the running service as it
// was: it reads the
// tables of its own layout, and so does whatever it is rolled back to.
import { spawnSync } from 'node:child_process';
import { unstable_readConfig } from 'wrangler';
import { compileData } from './data/compile.ts';
import { directoryBlobs } from './data/directory-blobs.ts';
import { wranglerBlobs } from './data/wrangler-blobs.ts';
import { publishTables } from './dev/publish-tables.ts';

function wrangler(...args: string[]): void {
  console.log(`> wrangler ${args.join(' ')}`);
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/wrangler/bin/wrangler.js', ...args],
    { stdio: 'inherit' },
  );
  if (status !== 0) throw new Error(`wrangler ${args[0]} failed`);
}

const { r2_buckets } = unstable_readConfig({ config: 'wrangler.toml' });
const bucket = r2_buckets.find(
  ({ binding }: { binding: string }) => binding === 'DATA',
)?.bucket_name;
if (!bucket) throw new Error('wrangler.toml has no bucket DATA');

await compileData();
for (const database of ['DB', 'RECORDS'])
  wrangler('d1', 'migrations', 'apply', database, '--remote');
console.log(`publishing the address table to ${bucket}`);
await publishTables(directoryBlobs('compiled'), wranglerBlobs(bucket));
wrangler('deploy');
