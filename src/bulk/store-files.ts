import { bucketSink, deleteBefore, ObjectWriter } from '../lib/r2.ts';
import type { SentRow } from '../lookup/jobs/files.ts';

const jobFolder = (jobId: string) => `bulk/${jobId}`;

const paddedChunk = (chunk: number) => String(chunk).padStart(4, '0');

/** Object keys of a job. The two that are written as the file that was sent have no ending. */
export const jobKeys = {
  staging: (jobId: string) => `${jobFolder(jobId)}/spool.ndjson`,
  rows: (jobId: string) => `${jobFolder(jobId)}/rows.ndjson`,
  attemptResult: (jobId: string, chunk: number, attempt: number) =>
    `${jobFolder(jobId)}/chunks/${paddedChunk(chunk)}.${attempt}.ndjson`,
  resultsFile: (jobId: string) => `${jobFolder(jobId)}/results.csv`,
  fullFile: (jobId: string) => `${jobFolder(jobId)}/full.csv`,
  answersFile: (jobId: string) => `${jobFolder(jobId)}/answers`,
  goodFile: (jobId: string) => `${jobFolder(jobId)}/good`,
};

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

/** Staging of the rows of a request: stored as they came until all are there, then read back. */
export type StagedRows = ReturnType<typeof createStagedRows>;

function createStagedRows(bucket: R2Bucket, key: string) {
  const object = new ObjectWriter(bucketSink(bucket), key);
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
    write: (row: SentRow) => object.write(`${JSON.stringify(row)}\n`),
    /** To be read once, after the last was written. */
    async *rows() {
      for await (const line of linesOf(await stream())) yield JSON.parse(line) as SentRow;
    },
    /** Deletes what was staged. */
    discard: async () => (isStored ? bucket.delete(key) : object.abort()),
  };
}

/** A job's objects in R2: the rows as sent, what each chunk's attempts found, and the files. */
export type JobFiles = ReturnType<typeof bucketJobFiles>;

export function bucketJobFiles(bucket: R2Bucket) {
  /** The text of a chunk's attempt; null when there is none yet. */
  const read = async (key: string) => (await bucket.get(key))?.text() ?? null;
  return {
    read,
    stage: (jobId: string) => createStagedRows(bucket, jobKeys.staging(jobId)),
    writeRows: (jobId: string) => new ObjectWriter(bucketSink(bucket), jobKeys.rows(jobId)),
    /** Writes rows that were planned before. */
    async copyRows(jobId: string, rows: ReadableStream<Uint8Array>) {
      const object = new ObjectWriter(bucketSink(bucket), jobKeys.rows(jobId));
      try {
        for await (const bytes of rows) await object.write(bytes);
        await object.end();
      } catch (error) {
        await object.abort();
        throw error;
      }
    },
    /** @returns null when the object is gone */
    async readRows(jobId: string, range: { offset: number; length: number }) {
      return (await bucket.get(jobKeys.rows(jobId), { range }))?.text() ?? null;
    },
    /** Writes an object unless it exists. @returns what it now holds */
    async putOnce(key: string, text: string) {
      if (await bucket.put(key, text, { onlyIf: { etagDoesNotMatch: '*' } })) return text;
      const winner = await read(key);
      if (winner === null) throw new Error(`${key} is there and cannot be read`);
      return winner;
    },
    remove: (keys: readonly string[]) => bucket.delete([...keys]),
    /** Deletes every object of a job: each name is below this one. */
    removeJob: (jobId: string) => deleteBefore(bucket, `${jobFolder(jobId)}/`, '~'),
  };
}
