import { existsSync, statSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CommandError } from './errors.js';

/** What is kept beside the output until it is whole. */
export interface JobState {
  /** Of product, inputs and country: another list goes on with nothing of this one. */
  hash: string;
  idempotencyKey: string;
  jobId: string | null;
}

export const stateFile = (out: string): string => `${out}.lookup-job`;
export const spoolFile = (out: string): string => `${out}.part`;

/** Replaces what is kept whole: a file cut off in the middle would lose the job. */
export async function keepState(out: string, state: JobState): Promise<void> {
  const whole = `${stateFile(out)}.tmp`;
  await writeFile(whole, JSON.stringify(state));
  await rename(whole, stateFile(out));
}

/** What was kept; null where it is damaged. */
function parseState(text: string): JobState | null {
  try {
    const state: JobState = JSON.parse(text);
    return typeof state.hash === 'string' ? state : null;
  } catch {
    return null;
  }
}

/** What was begun for this output; null where nothing was. @throws CommandError */
export async function readState(
  out: string,
  hash: string,
  force: boolean,
): Promise<JobState | null> {
  if (existsSync(stateFile(out))) {
    const state = parseState(await readFile(stateFile(out), 'utf8'));
    if (!state)
      throw new CommandError(
        `${stateFile(out)} is damaged. A job that was started is listed in the dashboard; remove the file to begin another.`,
      );
    if (state.hash === hash) return state;
    throw new CommandError(
      `${stateFile(out)} belongs to another list: use another --out, or remove it.`,
    );
  }
  if (!existsSync(dirname(resolve(out))))
    throw new CommandError(`${dirname(out)}: there is no such folder; create it first.`);
  // The answers replace it, which must be no folder and no device.
  if (existsSync(out) && !statSync(out).isFile())
    throw new CommandError(`${out} is no file: use another --out.`);
  if (existsSync(out) && !force)
    throw new CommandError(`${out} already exists: use another --out, or --force.`);
  return null;
}
