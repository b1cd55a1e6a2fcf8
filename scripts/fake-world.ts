// Serves the tests' fake Internet on this machine: DNS, registries, mail servers, feeds, speech
// recognition and web sites without a network. Files named on the command line are served too, such
// as a recording made with a speech synthesiser.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname } from 'node:path';
import { ServedWorld } from '../test/node/serve-world.ts';
import { sendEventsTo } from '../test/support/world/stripe.ts';

/** What the server of a recording says it is. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['.wav', 'audio/wav'],
  ['.mp3', 'audio/mpeg'],
  ['.ogg', 'audio/ogg'],
]);

const files = new Map(process.argv.slice(2).map((path) => [`/${basename(path)}`, path]));
const server = createServer(({ url = '/' }, response) => {
  const path = files.get(url);
  if (path === undefined) return response.writeHead(404).end();
  const type = TYPES.get(extname(path)) ?? 'application/octet-stream';
  return createReadStream(path)
    .on('error', () => response.writeHead(404).end())
    .once('open', () => response.writeHead(200, { 'Content-Type': type }))
    .pipe(response);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
/** Of the service that `npm run dev` starts with the same PORT. */
const service = `http://localhost:${process.env.PORT || 8787}`;
const own = `127.0.0.1:${(server.address() as AddressInfo).port}`;

const world = await ServedWorld.start();
const vars = { ...world.vars };
vars.FETCH_ALLOW_HOSTS += `,${own}`;
const settings = Object.entries(vars).map(([name, value]) => `${name}='${value}'`);
console.log(
  `Start the service in another terminal with\n\n  ${settings.join(' \\\n  ')} \\\n  npm run dev\n\nWeb sites`,
);
for (const [host, address] of world.sites) console.log(`  ${host.padEnd(24)}  http://${address}/`);

console.log(`
A recording of one's own, by Debian's speech synthesiser (apt-get install espeak-ng):

  espeak-ng -w talk.wav "Good morning. Today we bake bread."
  npm run fake-world -- talk.wav

Served files${[...files.keys()].map((path) => `\n  http://${own}${path}`).join('') || ': none'}

The fake server of speech recognition reads the true length from the file and hears the same words
in every one. A real one hears yours: whisper.cpp's

  whisper-server -m ggml-base.en.bin --port 8081 --inference-path /v1/audio/transcriptions --convert

and WHISPER_URL='http://127.0.0.1:8081' in place of the one above. Then, with a key of npm run dev:

  curl ${service}/v1/audio-transcription -H "Authorization: Bearer $API_KEY" \\
    -H 'Content-Type: application/json' \\
    -d '{"url":"http://${own}/talk.wav","expected_duration_minutes":1}'`);

console.log('\nWhat there is stands in test/support/world/names.ts. Questions asked:');
const told = (line: string) => console.log(`  ${line}`);
world.onQuestion = told;
// Stripe tells of payments, as it does in the real world.
sendEventsTo(`${service}/stripe/webhook`, told);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.close();
    world.stop();
    process.exit(0);
  });
}
