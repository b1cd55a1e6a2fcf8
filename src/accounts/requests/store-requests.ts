import { deleteBefore, eachKey } from '../../lib/r2.ts';
import { DAY_MS, utcDay } from '../../lib/time.ts';
import { type LoggedRequest, REQUEST_LOG_DAYS } from '../../lookup/account/request-log.ts';
import { type DailySummaries, summarizeRequests } from './request-summary.ts';

/** Requests that reached the account together, oldest first. */
export interface RequestChunk {
  /** Arrival in milliseconds, or one more than the number of the chunk before. */
  number: number;
  requests: LoggedRequest[];
}

const LOG_ROOT = 'requests/';

/** File names count down from this, as R2 lists names upwards and the newest must come first. */
const NUMBER_CEILING = 1e15 - 1;

const directory = (organizationId: string, day: string) => `${LOG_ROOT}${day}/${organizationId}/`;

export const firstChunkOf = (file: string): number =>
  NUMBER_CEILING - Number(file.slice(file.lastIndexOf('/') + 1, -'.json'.length));

/** Days for which the log is kept, newest first. @param now milliseconds since the epoch */
export const loggedDays = (now: number): string[] =>
  Array.from({ length: REQUEST_LOG_DAYS + 1 }, (_, ago) => utcDay(now - ago * DAY_MS));

/**
 * Files of request logs in R2; each has an organization's chunks, newest first. A name begins with
 * the day, so that old days are deleted as a prefix range.
 */
export type RequestLogFiles = ReturnType<typeof bucketRequestLogs>;

export function bucketRequestLogs(bucket: R2Bucket) {
  /** Files of a day, newest first. @param day UTC, YYYY-MM-DD */
  const list = (organizationId: string, day: string) =>
    Array.fromAsync(eachKey(bucket, directory(organizationId, day)));
  return {
    list,
    /** @param text the chunks as JSON, if already serialized */
    async put(
      organizationId: string,
      chunks: readonly RequestChunk[],
      text = JSON.stringify(chunks),
    ) {
      const first = chunks.at(-1);
      if (!first) return;
      const name = String(NUMBER_CEILING - first.number).padStart(15, '0');
      const key = `${directory(organizationId, utcDay(first.number))}${name}.json`;
      const summary = JSON.stringify(summarizeRequests(chunks.flatMap(({ requests }) => requests)));
      await bucket.put(key, text, { customMetadata: { summary } });
    },
    read: async (file: string) => (await (await bucket.get(file))?.json<RequestChunk[]>()) ?? [],
    /**
     * Summaries of the files of a day, read from their metadata.
     * @param before number of the first chunk that is counted elsewhere
     */
    async summaries(organizationId: string, day: string, before: number) {
      const found: DailySummaries[] = [];
      const prefix = directory(organizationId, day);
      for (let cursor: string | undefined; ; ) {
        const page = await bucket.list({
          prefix,
          include: ['customMetadata'],
          ...(cursor && { cursor }),
        });
        for (const { key, customMetadata } of page.objects)
          if (customMetadata?.summary && firstChunkOf(key) < before)
            found.push(JSON.parse(customMetadata.summary) as DailySummaries);
        if (!page.truncated) return found;
        cursor = page.cursor;
      }
    },
    /** Deletes every file of an organization. @param now milliseconds since the epoch */
    async drop(organizationId: string, now: number) {
      const days = loggedDays(now).map((day) => directory(organizationId, day));
      // Sorts after every name with the prefix, so that all are deleted.
      await Promise.all(days.map((prefix) => deleteBefore(bucket, prefix, '~')));
    },
  };
}

/** Deletes the days past retention. @param now milliseconds since the epoch */
export const purgeRequestLogs = (bucket: R2Bucket, now: number): Promise<void> =>
  deleteBefore(bucket, LOG_ROOT, utcDay(now - REQUEST_LOG_DAYS * DAY_MS));
