import {
  type CallToolRequestParams,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { ApiError } from '../core/errors.ts';
import { refusalBody } from '../core/lookup/envelope.ts';
import type { McpCall, McpServices } from './ports.ts';
import type { Toolbox } from './tools/toolbox.ts';

const textOf = (body: unknown) => [{ type: 'text' as const, text: JSON.stringify(body) }];

/** The envelope's error, and when to try again, which HTTP says in a header. */
function refusedBody(error: ApiError, { requestId }: McpCall) {
  const { error: told, ...body } = refusalBody(error, requestId);
  const retryAfter = error.headers['Retry-After'];
  return {
    ...body,
    error: { ...told, ...(retryAfter && { retry_after_seconds: Number(retryAfter) }) },
  };
}

/**
 * Calls a tool. What HTTP would refuse is a result with `isError`, so that the agent reads why; a
 * caller who is nobody is told to `refuse`, as then the whole request is.
 */
export async function callTool(
  { name, arguments: args = {} }: CallToolRequestParams,
  call: McpCall,
  { tools }: Toolbox,
  services: McpServices,
  refuse: (refusal: ApiError) => void,
): Promise<CallToolResult> {
  const tool = tools.get(name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool.');
  try {
    const answer = await tool.run(args, call, services);
    if (!answer.ok) return { isError: true, content: textOf(answer.body) };
    return { content: textOf(answer.content), structuredContent: answer.content };
  } catch (cause) {
    const error =
      cause instanceof ApiError ? cause : new ApiError('INTERNAL_ERROR', undefined, { cause });
    if (error.code === 'UNAUTHORIZED') refuse(error);
    if (error.status >= 500)
      services.log('error', 'tool failed', {
        request_id: call.requestId,
        tool: tool.name,
        code: error.code,
        cause: error.cause,
      });
    return { isError: true, content: textOf(refusedBody(error, call)) };
  }
}
