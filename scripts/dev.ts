// Starts the service on this machine with everything it needs and nothing from outside; where there
// is a network, feeds are fetched once it answers.
import { setTimeout as sleep } from 'node:timers/promises';
import { compileData } from './data/compile.ts';
import { type Demo, seedDemo, welcomeText } from './dev/demo.ts';
import { fetchFeeds, runCron } from './dev/feeds.ts';
import { openStorage } from './dev/prepare.ts';
import { importSamples } from './dev/samples.ts';
import { requireFreePort, serve, untilHealthy } from './dev/serve.ts';
import { readSettings, type Settings } from './dev/settings.ts';
import { Steps } from './dev/steps.ts';
import type { Wrangler } from './dev/wrangler.ts';

const ORPHAN_CHECK_MS = 1_000;

/** Everything up to a service that answers, told step by step: the first time takes a minute. */
async function start(
  settings: Settings,
  baseUrl: string,
  began: (wrangler: Wrangler) => void,
): Promise<Demo> {
  await requireFreePort(settings.port);
  const steps = new Steps(5);
  await steps.run('compile the data tables', (told) => compileData({ told }));
  const storage = await openStorage(settings);
  try {
    await steps.run('migrate the databases', storage.migrate);
    await steps.run('publish the address tables', storage.publish);
  } finally {
    await storage.close();
  }
  await steps.run('start the service', () => {
    const wrangler = serve(settings);
    began(wrangler);
    return untilHealthy(wrangler, baseUrl);
  });
  return steps.run('make the demo organization and import the samples', async () => {
    const token = settings.vars.ADMIN_TOKEN as string;
    const demo = await seedDemo(baseUrl, token, new Date());
    await importSamples(baseUrl, token);
    return demo;
  });
}

/** Resolves when the service is asked to stop, or the process that started it is gone. */
async function untilTold(): Promise<void> {
  const parent = process.ppid;
  const told = new Promise<void>((resolve) => {
    // A terminal and npm may both pass the same signal on: the second one must not end us half way.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve());
  });
  const orphaned = async () => {
    while (process.ppid === parent) await sleep(ORPHAN_CHECK_MS);
  };
  await Promise.race([told, orphaned()]);
}

async function run(stopping: Promise<void>): Promise<void> {
  const settings = readSettings(process.env);
  const baseUrl = `http://localhost:${settings.port}`;
  let wrangler: Wrangler | undefined;
  const untilEnded = async () => {
    const demo = await start(settings, baseUrl, (started) => {
      wrangler = started;
    });
    console.log(welcomeText(baseUrl, demo, settings.vars));
    const serving = wrangler as unknown as Wrangler;
    serving.onLine = (line) => process.stdout.write(`${line}\n`);
    if (settings.fetchesFeeds) console.log(await fetchFeeds(baseUrl, settings.vars.FEED_BASE_URL));
    runCron(baseUrl, settings);
    await serving.ended();
    throw new Error(`the service ended by itself:\n${serving.output}`);
  };
  try {
    await Promise.race([untilEnded(), stopping]);
  } finally {
    await wrangler?.stop();
  }
}

try {
  await run(untilTold());
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
