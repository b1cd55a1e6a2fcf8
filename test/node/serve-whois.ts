import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { answerWhois } from '../support/world/registries.ts';

const LOCAL = '127.0.0.1';
/** A question is one line (RFC 3912); nothing longer is read. */
const MAX_CHARS = 1_024;

export interface WhoisServer {
  /** `host:port` */
  address: string;
  close(): void;
}

/** The WHOIS service of the fake world over TCP. It keeps no process alive. */
export async function serveWhois(
  onQuestion: (line: string) => void = () => {},
): Promise<WhoisServer> {
  const server = createServer((socket) => {
    let line = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      line = (line + chunk).slice(0, MAX_CHARS);
      if (!line.includes('\n')) return;
      onQuestion(line.trim());
      socket.end(answerWhois(line));
    });
    // A client may leave before it has read everything.
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, LOCAL).unref();
  await once(server, 'listening');
  return {
    address: `${LOCAL}:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}
