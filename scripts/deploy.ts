// Deploys: schema first, then the tables the new code reads, then the code. Needs a logged-in
// wrangler, and the secrets set once with `wrangler secret put`. Stopping anywhere leaves the
// running
// service as it was: it reads the tables of its own layout, and so does whatever it is rolled back
// to.
import { spawnSync } from 'node:child_process';
import { unstable_readConfig } from 'wrangler';
import { compileData } from './data/compile.ts';
import { directoryBlobs } from './data/directory-blobs.ts';
import { wranglerBlobs } from './data/wrangler-blobs.ts';
import { publishTables } from './dev/publish-tables.ts';

const WRANGLER = 'node_modules/wrangler/bin/wrangler.js';

function wrangler(...args: string[]): void {
  console.log(`> wrangler ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, [WRANGLER, ...args], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`wrangler ${args[0]} failed`);
}

/** Names of the deployment's secrets, as far as wrangler can tell. */
function secretNames(): string[] {
  const args = [WRANGLER, 'secret', 'list', '--format', 'json'];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  try {
    return status === 0 ? JSON.parse(stdout).map(({ name }: { name: string }) => name) : [];
  } catch {
    return [];
  }
}

/** Secrets without which a part of the service is off. */
const EXPECTED = ['KEY_SECRET', 'ADMIN_TOKEN', 'LINK_SECRET', 'AUTH_SECRET'];

if (process.argv.length > 2) {
  console.error(
    'npm run deploy takes no arguments; `npx wrangler deploy --dry-run` builds the Worker and leaves it here.',
  );
  process.exit(2);
}

const { r2_buckets, vars } = unstable_readConfig({ config: 'wrangler.toml' });
const address = vars.PUBLIC_URL;
const isAddress = typeof address === 'string' && URL.parse(address)?.protocol === 'https:';
const names = new Set([...Object.keys(vars), ...secretNames()]);
if (address === undefined ? !names.has('PUBLIC_URL') : !isAddress) {
  console.error(
    'PUBLIC_URL is not set. Links in mails begin with it, and nobody can sign in without: set the ' +
      'https address of the service under [vars] of wrangler.toml, or with `npx wrangler secret put ' +
      'PUBLIC_URL`.',
  );
  process.exit(1);
}

if (names.has('DEMO')) {
  console.error('DEMO is set: its people sign in with a published password. Remove it.');
  process.exit(1);
}
const missing = EXPECTED.filter((name) => !names.has(name));
if (missing.length > 0)
  console.error(`Not set: ${missing.join(', ')}. What each switches on: docs/variables.md.`);

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
