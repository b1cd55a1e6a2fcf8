import { ApiError, ConnectionError } from '../errors.js';
import { shownText } from './terminal.js';

/** What the command ends with, for scripts. */
export const EXIT = {
  failed: 1,
  usage: 2,
  key: 3,
  credits: 4,
  later: 5,
  interrupted: 130,
} as const;

/** The command line cannot be used as it was written. */
export class UsageError extends Error {}

/** The command was written well and cannot go on. */
export class CommandError extends Error {
  readonly exit: number;

  constructor(message: string, exit: number = EXIT.failed) {
    super(message);
    this.exit = exit;
  }
}

/** @returns the exit code that a failure stands for */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof CommandError) return error.exit;
  if (error instanceof ConnectionError) return EXIT.later;
  if (!(error instanceof ApiError)) return EXIT.failed;
  if (error.status === 401 || error.status === 403) return EXIT.key;
  if (error.status === 402) return EXIT.credits;
  return error.status === 429 || error.status >= 500 ? EXIT.later : EXIT.failed;
}

/** What a code of the system means, for a file. */
const FILE_PROBLEMS = new Map([
  ['EACCES', 'you have no permission to read or write it'],
  ['EPERM', 'you have no permission to read or write it'],
  ['EROFS', 'the file system is read-only'],
  ['ENOTDIR', 'a part of its path is a file and not a folder'],
  ['ENOSPC', 'there is no space left on the device'],
  ['EDQUOT', 'your quota on the device is used up'],
  ['ENAMETOOLONG', 'the name is too long'],
]);

/** A failure for people, and what to do about it where that is known. */
export function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const { code: cause, path } = error as NodeJS.ErrnoException;
  if (cause === 'ENOENT' && path) return `${path}: there is no such file or folder.`;
  if (cause === 'EISDIR') return 'A folder was given where a file is expected.';
  const problem = FILE_PROBLEMS.get(cause ?? '');
  if (problem) return path ? `${path}: ${problem}.` : `A file cannot be written: ${problem}.`;
  if (error instanceof ConnectionError) return shownText(message);
  if (!(error instanceof ApiError)) return message;
  const { code, requestId, docUrl } = error;
  const lines = [shownText(`${message} (${code}${requestId ? `, request ${requestId}` : ''})`)];
  if (docUrl) lines.push(docUrl);
  return lines.join('\n');
}
