import { MultipartObject } from '../lib/r2.ts';
import type { SentRow } from '../lookup/jobs/files.ts';

/** Staging of the rows of a request: stored as they came until all are there, then read back. */
export interface StagedRows {
  write(row: SentRow): Promise<void> | undefined;
  /** To be read once, after the last was written. */
  rows(): AsyncIterable<SentRow>;
  /** Deletes what was staged. */
  discard(): Promise<void>;
}

/** An object being written line by line. */
interface LineWriter {
  /** Written so far. */
  readonly bytes: number;
  write(line: string): Promise<void> | undefined;
  /** Makes the object exist. */
  end(): Promise<unknown>;
  abort(): Promise<void>;
}

/** A job's objects in R2: the rows as sent, attempts and results by chunk, and the files. */
export interface JobFiles {
  stage(jobId: string): StagedRows;
  writeRows(jobId: string): LineWriter;
  /** Writes rows that were planned before. */
  copyRows(jobId: string, rows: ReadableStream<Uint8Array>): Promise<void>;
  /** @returns null when the object is gone */
  readRows(jobId: string, range: { offset: number; length: number }): Promise<string | null>;
  /** The text of a chunk's attempt or results; null when there is none yet. */
  read(key: string): Promise<string | null>;
  /** Writes an object unless it exists. @returns what it now holds */
  putOnce(key: string, text: string): Promise<string>;
  /** Attempts that are still there, those of the first chunks first. */
  listAttemptResults(jobId: string, limit: number): Promise<{ key: string; chunk: number }[]>;
  remove(keys: readonly string[]): Promise<void>;
  /** Deletes every object of a job. */
  removeJob(jobId: string): Promise<void>;
}

const jobFolder = (jobId: string) => `bulk/${jobId}`;

const attemptFolder = (jobId: string) => `${jobFolder(jobId)}/drafts/`;

const paddedChunk = (chunk: number) => String(chunk).padStart(4, '0');

/** Object keys of a job. The two that are written as the file that was sent have no ending. */
export const jobKeys = {
  staging: (jobId: string) => `${jobFolder(jobId)}/spool.ndjson`,
  rows: (jobId: string) => `${jobFolder(jobId)}/rows.ndjson`,
  attemptResult: (jobId: string, chunk: number, attempt: number) =>
    `${attemptFolder(jobId)}${paddedChunk(chunk)}.${attempt}.ndjson`,
  results: (jobId: string, chunk: number) =>
    `${jobFolder(jobId)}/chunks/${paddedChunk(chunk)}.ndjson`,
  resultsFile: (jobId: string) => `${jobFolder(jobId)}/results.csv`,
  fullFile: (jobId: string) => `${jobFolder(jobId)}/full.csv`,
  answersFile: (jobId: string) => `${jobFolder(jobId)}/answers`,
  goodFile: (jobId: string) => `${jobFolder(jobId)}/good`,
};

/** R2 deletes at most this many objects in one call. */
const MAX_DELETED_OBJECTS = 1_000;

/** The lines of a stream of text, each without its line feed; the last one ends in one too. */
async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() as string;
    yield* lines;
  }
}

function createStagedRows(bucket: R2Bucket, key: string): StagedRows {
  const object = new MultipartObject(bucket, key);
  let isStored = false;
  async function stream(): Promise<ReadableStream<Uint8Array>> {
    if (object.unsent) return new Blob([object.unsent]).stream();
    await object.end();
    isStored = true;
    const stored = await bucket.get(key);
    if (!stored) throw new Error(`${key} was written and is not there`);
    return stored.body;
  }
  return {
    write: (row) => object.write(`${JSON.stringify(row)}\n`),
    async *rows() {
      for await (const line of linesOf(await stream())) yield JSON.parse(line) as SentRow;
    },
    discard: async () => (isStored ? bucket.delete(key) : object.abort()),
  };
}

/** Jobs' objects in an R2 bucket. */
export function bucketJobFiles(bucket: R2Bucket): JobFiles {
  const read = async (key: string) => (await bucket.get(key))?.text() ?? null;
  async function removeAll(prefix: string): Promise<void> {
    for (;;) {
      const { objects, truncated } = await bucket.list({ prefix, limit: MAX_DELETED_OBJECTS });
      if (objects.length > 0) await bucket.delete(objects.map((object) => object.key));
      if (!truncated) return;
    }
  }
  return {
    read,
    stage: (jobId) => createStagedRows(bucket, jobKeys.staging(jobId)),
    writeRows: (jobId) => new MultipartObject(bucket, jobKeys.rows(jobId)),
    async copyRows(jobId, rows) {
      const object = new MultipartObject(bucket, jobKeys.rows(jobId));
      try {
        for await (const bytes of rows) await object.writeBytes(bytes);
        await object.end();
      } catch (error) {
        await object.abort();
        throw error;
      }
    },
    async readRows(jobId, range) {
      return (await bucket.get(jobKeys.rows(jobId), { range }))?.text() ?? null;
    },
    async putOnce(key, text) {
      if (await bucket.put(key, text, { onlyIf: { etagDoesNotMatch: '*' } })) return text;
      const winner = await read(key);
      if (winner === null) throw new Error(`${key} is there and cannot be read`);
      return winner;
    },
    async listAttemptResults(jobId, limit) {
      const prefix = attemptFolder(jobId);
      const { objects } = await bucket.list({ prefix, limit });
      return objects.map(({ key }) => ({
        key,
        chunk: Number.parseInt(key.slice(prefix.length), 10),
      }));
    },
    remove: (keys) => bucket.delete([...keys]),
    removeJob: (jobId) => removeAll(`${jobFolder(jobId)}/`),
  };
}
