// Serves the tests' fake Internet on this machine: DNS, registries, mail servers, feeds and web
// sites without a network.
import { ServedWorld } from '../test/node/serve-world.ts';

const world = await ServedWorld.start();
const vars = Object.entries(world.vars).map(([name, value]) => `${name}='${value}'`);
console.log(
  `Start the service in another terminal with\n\n  ${vars.join(' \\\n  ')} \\\n  npm run dev\n\nWeb sites`,
);
for (const [host, address] of world.sites) console.log(`  ${host.padEnd(24)}  http://${address}/`);
console.log('\nWhat there is stands in test/support/world/names.ts. Questions asked:');
world.onQuestion = (question) => console.log(`  ${question}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    world.stop();
    process.exit(0);
  });
}
