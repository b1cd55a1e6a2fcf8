// Serves the tests' fake Internet on this machine: DNS, registries, mail servers, feeds and web
// sites without a network.
import { ServedWorld } from '../test/node/serve-world.ts';
import { sendEventsTo } from '../test/support/world/stripe.ts';

const world = await ServedWorld.start();
const vars = Object.entries(world.vars).map(([name, value]) => `${name}='${value}'`);
console.log(
  `Start the service in another terminal with\n\n  ${vars.join(' \\\n  ')} \\\n  npm run dev\n\nWeb sites`,
);
for (const [host, address] of world.sites) console.log(`  ${host.padEnd(24)}  http://${address}/`);
console.log('\nWhat there is stands in test/support/world/names.ts. Questions asked:');
const told = (line: string) => console.log(`  ${line}`);
world.onQuestion = told;
// Stripe tells of payments, as it does in the real world.
sendEventsTo(`http://localhost:${process.env.PORT || 8787}/stripe/webhook`, told);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    world.stop();
    process.exit(0);
  });
}
