import { call, type Reply } from '../support/api.ts';

export const MODERN = '2026-07-28';
export const EARLIER = '2025-11-25';

export type Revision = typeof MODERN | typeof EARLIER;

/** What every message of the newer revision says of its sender. */
const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: string; properties: Record<string, { enum?: string[] }> };
  outputSchema?: { type: string };
  annotations: Record<string, unknown>;
}

interface Sent {
  token?: string;
  revision?: Revision;
  headers?: Record<string, string>;
  /** Fields of `_meta` in place of the usual ones. */
  meta?: Record<string, string>;
  /** Of the address, with its question mark. */
  query?: string;
}

/** Sends one message to /mcp as a client of the revision would. */
export function rpc(
  method: string,
  params: Record<string, unknown>,
  { token, revision = MODERN, headers = {}, meta = {}, query = '' }: Sent = {},
): Promise<Reply> {
  const isModern = revision === MODERN;
  const named = typeof params.name === 'string' ? { 'Mcp-Name': params.name } : {};
  return call('POST', `/mcp${query}`, {
    ...(token !== undefined && { token }),
    headers: {
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': revision,
      ...(isModern && { 'Mcp-Method': method, ...named }),
      ...headers,
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method,
      params: isModern ? { ...params, _meta: { ...META, ...meta } } : params,
    },
  });
}

/** The tools that are listed. */
export async function tools(options: Sent): Promise<ListedTool[]> {
  return (await rpc('tools/list', {}, options)).body.result.tools;
}

/** Text as JSON; null of Markdown. */
function readJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Calls a tool; gives its result, and what its text says as JSON. */
export async function tool(name: string, args: Record<string, unknown>, options: Sent) {
  const reply = await rpc('tools/call', { name, arguments: args }, options);
  const { result } = reply.body;
  return { reply, result, said: result && readJson(result.content[0].text) };
}
