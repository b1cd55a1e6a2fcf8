import { bucketSink, deleteBefore, ObjectWriter } from '../lib/r2.ts';
import type { JobFileKeys, SentRow } from '../lookup/jobs/files.ts';

const jobFolder = (jobId: string) => `bulk/${jobId}`;

const paddedChunk = (chunk: number) => String(chunk).padStart(4, '0');

/** Object keys of a job's rows. */
export const jobKeys = {
  staging: (jobId: string) => `${jobFolder(jobId)}/spool.ndjson`,
  rows: (jobId: string) => `${jobFolder(jobId)}/rows.ndjson`,
  attemptResult: (jobId: string, chunk: number, attempt: number) =>
    `${jobFolder(jobId)}/chunks/${paddedChunk(chunk)}.${attempt}.ndjson`,
};

/** Object keys of a job's files. The two in the format of the uploaded list have no extension. */
export const jobFileKeys = (jobId: string): JobFileKeys => ({
  results: `${jobFolder(jobId)}/results.csv`,
  full: `${jobFolder(jobId)}/full.csv`,
  answers: `${jobFolder(jobId)}/answers`,
  good: `${jobFolder(jobId)}/good`,
});

/** Lines of a text stream without their line feeds; the last line must end in one too. */
async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() as string;
    yield* lines;
  }
}

/** Staging of a request's rows: stored until all have arrived, then read back. */
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
    /** Reads the rows once, after the last was written. */
    async *rows() {
      for await (const line of linesOf(await stream())) yield JSON.parse(line) as SentRow;
    },
    /** Deletes the staged rows. */
    discard: async () => (isStored ? bucket.delete(key) : object.abort()),
  };
}

/** A job's objects in R2: planned rows, results of each chunk's attempts, and result files. */
export type JobFiles = ReturnType<typeof bucketJobFiles>;

export function bucketJobFiles(bucket: R2Bucket) {
  /** Text of an object; null if it does not exist. */
  const read = async (key: string) => (await bucket.get(key))?.text() ?? null;
  return {
    read,
    stage: (jobId: string) => createStagedRows(bucket, jobKeys.staging(jobId)),
    writeRows: (jobId: string) => new ObjectWriter(bucketSink(bucket), jobKeys.rows(jobId)),
    /** Copies rows that were planned before. */
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
    /** @returns null if the object was deleted */
    async readRows(jobId: string, range: { offset: number; length: number }) {
      return (await bucket.get(jobKeys.rows(jobId), { range }))?.text() ?? null;
    },
    /** Writes an object unless it exists. @returns its content afterwards */
    async putOnce(key: string, text: string) {
      if (await bucket.put(key, text, { onlyIf: { etagDoesNotMatch: '*' } })) return text;
      const winner = await read(key);
      if (winner === null) throw new Error(`${key} is there and cannot be read`);
      return winner;
    },
    remove: (keys: readonly string[]) => bucket.delete([...keys]),
    removeJob: (jobId: string) => deleteBefore(bucket, `${jobFolder(jobId)}/`, '~'),
  };
}
