/** One structured line for the operator. Fields never hold keys, tokens or looked-up values. */
export type Log = (
  level: 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void;

const describe = (value: unknown): unknown =>
  value instanceof Error
    ? {
        name: value.name,
        message: value.message,
        stack: value.stack,
        ...(value.cause !== undefined && { cause: describe(value.cause) }),
      }
    : value;

export const log: Log = (level, message, fields = {}) => {
  const entries = Object.entries(fields).map(([name, value]) => [name, describe(value)]);
  console[level](JSON.stringify({ level, message, ...Object.fromEntries(entries) }));
};
