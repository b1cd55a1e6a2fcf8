// Serves the bundle of `PREPARED_STATE` on a copy of its storage: `npm run dev` without compiling,
// bundling and wrangler, which take most of its start. Prints what that prints once it answers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { readModules } from '../../bench/support/start-worker.ts';
import { seedDemo, welcomeText } from '../../scripts/dev/demo.ts';
import { importSamples } from '../../scripts/dev/samples.ts';
import { readSettings } from '../../scripts/dev/settings.ts';

const ORPHAN_CHECK_MS = 1_000;

const { port, stateDir, vars } = readSettings(process.env);
const prepared = process.env.PREPARED_STATE as string;
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    ...{ host: '127.0.0.1', port, cf: false, resourcePersistencePath: join(stateDir, 'v3') },
    workers: [
      {
        ...JSON.parse(readFileSync(join(prepared, 'worker.json'), 'utf8')),
        ...{ name: 'lookup-api', bindings: vars },
        ...{ modulesRoot: '.', modules: readModules(join(prepared, 'bundle')) },
      },
    ],
  } as never),
);
const stop = async () => {
  await miniflare.dispose();
  process.exit();
};
process.on('SIGTERM', stop);
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop(), ORPHAN_CHECK_MS);
await miniflare.ready;
const baseUrl = `http://localhost:${port}`;
const demo = await seedDemo(baseUrl, vars.ADMIN_TOKEN as string, new Date());
await importSamples(baseUrl, vars.ADMIN_TOKEN as string);
console.log(welcomeText(baseUrl, demo, vars));
