import type * as z from 'zod';
import type { VendorCall } from '../upstream/from-upstream.ts';
import { oneResult } from './client.ts';

/** A live task: below `/v3`, what it is asked, and how its first result is read. */
export interface LiveTask<Result> {
  /** For example `/backlinks/summary/live`. */
  path: string;
  task: Readonly<Record<string, unknown>>;
  /** Of `tasks[0].result[0]`. */
  result: z.ZodType<Result>;
}

/** Carries one live task out. @returns null for "no results" (code 40102, or a count of 0) */
export async function askLive<Result>(
  call: VendorCall,
  { path, task, result }: LiveTask<Result>,
): Promise<Result | null> {
  const reply = await call({ path: `/v3${path}`, json: [task], schema: oneResult(result) });
  const found = reply?.tasks[0].result;
  return found ? (found[0] as Result) : null;
}
