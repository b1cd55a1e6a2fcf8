import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readUpstreamVars, readVars, VAR_NAMES } from '../../src/env.ts';

/** What one local instance is started with. */
export interface Settings {
  port: number;
  /** Where D1, R2, KV and Durable Objects keep their files. */
  stateDir: string;
  /** Whether feeds are fetched once there is a network. */
  fetchesFeeds: boolean;
  /** Vars of the Worker. */
  vars: Record<string, string>;
}

const DEFAULT_PORT = 8787;
const DEFAULT_STATE_DIR = '.wrangler/state';

/** What holds on the own machine alone, unless it is set otherwise. */
const LOCAL_VARS = { WEBHOOK_LOOPBACK: '1' };

const readVarsFile = (file: string): Record<string, string> =>
  existsSync(file) ? (parseEnv(readFileSync(file, 'utf8')) as Record<string, string>) : {};

/** @throws Error when PORT is no port, or the service would refuse a variable */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = Number(env.PORT ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT must be 1 to 65535, not ${env.PORT}`);
  const forwarded = Object.fromEntries(
    VAR_NAMES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  );
  const vars = {
    ...LOCAL_VARS,
    ...readVarsFile('.dev.vars.example'),
    ...readVarsFile('.dev.vars'),
    ...forwarded,
  };
  readVars(vars);
  readUpstreamVars(vars);
  return {
    port,
    stateDir: env.STATE_DIR ?? DEFAULT_STATE_DIR,
    fetchesFeeds: env.FETCH_FEEDS !== '0',
    vars,
  };
}
