import { ApiError } from '../../lib/errors.ts';

/** Structured log line for the operator. Fields never contain keys, tokens or looked-up values. */
export type Log = (
  level: 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void;

/** Depth limit of nested causes; longer chains add no information. */
const MAX_CAUSES = 5;

/** Short names and codes only: a library may put its input into a longer one. */
const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** Stack frames, without the error's text at the beginning of a stack. */
function stackFrames({ stack = '', message }: Error): string[] {
  const textAt = stack.indexOf(message);
  const frames = textAt < 0 ? stack : stack.slice(textAt + message.length);
  return frames.split('\n').flatMap((line) => /^\s+at (.*:\d+:\d+\)?)$/.exec(line)?.[1] ?? []);
}

/** Message of a failure that is not the caller's; other messages may repeat the input. */
const isOwnMessage = (error: Error): boolean =>
  error instanceof ApiError && (error.status >= 500 || error.code === 'UPSTREAM_ERROR');

/**
 * Loggable parts of a failure and its causes: name, code and location. Never a library's text,
 * which may contain statements, parameters and addresses.
 */
function describeError(error: Error, depth = 0): Record<string, unknown> {
  const { cause } = error;
  const code: unknown = Reflect.get(error, 'code');
  return {
    name: IDENTIFIER.test(error.name) ? error.name : 'Error',
    ...(typeof code === 'string' && IDENTIFIER.test(code) && { code }),
    ...(isOwnMessage(error) && { message: error.message }),
    stack: stackFrames(error),
    ...(cause instanceof Error && depth < MAX_CAUSES && { cause: describeError(cause, depth + 1) }),
  };
}

/**
 * Passes primitive fields through. A cause may come from any library: if it is not an error, only
 * its type is logged.
 */
function redactedField(name: string, value: unknown): unknown {
  if (value instanceof Error) return describeError(value);
  return name === 'cause' || typeof value === 'object' ? typeof value : value;
}

export const log: Log = (level, message, fields = {}) => {
  const entries = Object.entries(fields).map(([name, value]) => [name, redactedField(name, value)]);
  console[level](JSON.stringify({ level, message, ...Object.fromEntries(entries) }));
};
