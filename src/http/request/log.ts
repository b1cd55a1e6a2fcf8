import { ApiError } from '../../lib/errors.ts';

/** One structured line for the operator. Fields never hold keys, tokens or looked-up values. */
export type Log = (
  level: 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void;

/** Causes of causes; a chain longer than this says nothing more. */
const MAX_CAUSES = 5;

/** A library may put what it was given into a name or code as well; real ones are short words. */
const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** Where it was thrown, without the text of the error that a stack begins with. */
function stackFrames({ stack = '', message }: Error): string[] {
  const textAt = stack.indexOf(message);
  const frames = textAt < 0 ? stack : stack.slice(textAt + message.length);
  return frames.split('\n').flatMap((line) => /^\s+at (.*:\d+:\d+\)?)$/.exec(line)?.[1] ?? []);
}

/** Our own message of a failure that is not the caller's: others may repeat what was sent. */
const isOwnMessage = (error: Error): boolean =>
  error instanceof ApiError && (error.status >= 500 || error.code === 'UPSTREAM_ERROR');

/**
 * Loggable parts of a failure and its causes: name, code and place. Never a library's text: it
 * carries statements, parameters and addresses.
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
 * Fields are words and figures of ours. A cause may be of any library: one that is no error is
 * logged by its type alone.
 */
function redactedField(name: string, value: unknown): unknown {
  if (value instanceof Error) return describeError(value);
  return name === 'cause' || typeof value === 'object' ? typeof value : value;
}

export const log: Log = (level, message, fields = {}) => {
  const entries = Object.entries(fields).map(([name, value]) => [name, redactedField(name, value)]);
  console[level](JSON.stringify({ level, message, ...Object.fromEntries(entries) }));
};
