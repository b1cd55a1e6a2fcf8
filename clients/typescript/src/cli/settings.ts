import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { LookupApi } from '../client.js';
import type { Arguments } from './arguments.js';
import { CommandError, EXIT, UsageError } from './errors.js';

/** What `lookup login` keeps. */
export interface Settings {
  apiKey?: string;
  baseUrl?: string;
}

/** The file of the XDG base directory specification. */
const file = (): string =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'lookup', 'config.json');

async function readSettings(): Promise<Settings> {
  try {
    return JSON.parse(await readFile(file(), 'utf8'));
  } catch {
    return {};
  }
}

/** Keeps them where the user alone can read them. @returns the file */
export async function writeSettings(settings: Settings): Promise<string> {
  await mkdir(dirname(file()), { recursive: true, mode: 0o700 });
  await writeFile(file(), `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  await chmod(file(), 0o600);
  return file();
}

/** Forgets them. */
export const removeSettings = (): Promise<void> => rm(file(), { force: true });

/** The URL of a text; null where it is none of the web's. */
export function webAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/** @throws UsageError where the address is none */
export function clientOf({ apiKey, baseUrl }: Required<Settings>): LookupApi {
  if (!webAddress(baseUrl))
    throw new UsageError(`${JSON.stringify(baseUrl)} is not a URL such as https://example.com`);
  return new LookupApi({ apiKey, baseUrl });
}

/** Options before the environment, the environment before what was kept. */
export async function connect({ values }: Arguments): Promise<LookupApi> {
  const kept = await readSettings();
  const named = values['api-key-file'] as string | undefined;
  const apiKey = named
    ? (await readFile(named, 'utf8')).trim()
    : process.env.LOOKUP_API_KEY || kept.apiKey;
  const baseUrl =
    (values['base-url'] as string | undefined) || process.env.LOOKUP_BASE_URL || kept.baseUrl;
  if (!apiKey || !baseUrl)
    throw new CommandError(
      `There is no ${apiKey ? 'URL of the service' : 'API key'}: run \`lookup login\`, or set ${apiKey ? 'LOOKUP_BASE_URL' : 'LOOKUP_API_KEY'}.`,
      EXIT.key,
    );
  return clientOf({ apiKey, baseUrl });
}
