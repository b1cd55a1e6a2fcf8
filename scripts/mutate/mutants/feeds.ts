import type { Room } from '../mutant.ts';

const REFRESH = 'test/open-data/feeds/refresh-feed.test.ts';
const FETCH = 'test/open-data/feeds/download.test.ts';
const CRASH = 'test/open-data/feeds/crash.test.ts';
const ASSEMBLE = 'test/files/assemble-csv.test.ts';

/** Tables and files that must be whole before anything names them. */
export const feeds: Room = {
  name: 'feeds and files',
  mutants: [
    {
      name: 'a joined table is named before it is written',
      file: 'src/open-data/feeds/merged-feeds.ts',
      find: '  if (version) await buildMergedTable(blobs, loaded, version);\n',
      replace:
        '  await blobs.write(MERGED_FEEDS_POINTER_KEY, JSON.stringify({ version, previous: pointer.version, feeds: states }));\n  if (version) await buildMergedTable(blobs, loaded, version);\n',
      tests: [CRASH, REFRESH],
    },
    {
      name: 'the table that readers still believe is removed',
      file: 'src/open-data/feeds/merged-feeds.ts',
      find: '  const { previous } = pointer;\n',
      replace: '  const { version: previous } = pointer;\n',
      tests: [REFRESH, CRASH],
    },
    {
      name: 'feeds that changed while they were joined wait for the next hour',
      file: 'src/open-data/feeds/merged-feeds.ts',
      find: '    changed = true;\n',
      replace: '    changed = true;\n    break;\n',
      tests: [REFRESH, CRASH],
    },
    {
      name: 'a feed that failed counts as read',
      file: 'src/open-data/feeds/refresh.ts',
      find: 'const isRead = lastError === null && !taken.resume;',
      replace: 'const isRead = !taken.resume;',
      tests: [REFRESH, 'test/open-data/feeds/complaint-feeds.test.ts'],
    },
    {
      name: 'a feed that failed loses the table it had',
      file: 'src/open-data/feeds/refresh.ts',
      find: 'after = { ...before, lastError: error.message, triedAt };',
      replace: 'after = { ...before, ranges: null, lastError: error.message, triedAt };',
      tests: [REFRESH],
    },
    {
      name: 'a stored list that is cut short is read to its cut',
      file: 'src/open-data/feeds/stored-ranges.ts',
      find: '    if (bytes?.byteLength !== length)\n',
      replace: '    if (!bytes)\n',
      tests: [REFRESH, CRASH],
    },
    {
      name: 'a stored list that was lost is not stored again',
      file: 'src/open-data/feeds/stored-ranges.ts',
      find: '    if (!isThere) await storeRanges(blobs, feed, prepared);\n',
      replace:
        '    if (!isThere) return { ranges: prepared.described, retired: before.retired };\n',
      tests: [REFRESH],
    },
    {
      name: 'an exchange with a publisher leaves its timer',
      file: 'src/open-data/feeds/download.ts',
      find: '    deadline.end();\n',
      replace: '',
      tests: [FETCH],
    },
    {
      name: 'the last part of a file is not written',
      file: 'src/lib/r2.ts',
      find: '    await this.#upload.writePart(this.#parts + 1, rest);\n',
      replace: '',
      tests: [ASSEMBLE],
    },
    {
      name: 'a file of exactly one part loses a byte',
      file: 'src/lib/r2.ts',
      find: 'from + MULTIPART_PART_BYTES - this.#used)',
      replace: 'from + MULTIPART_PART_BYTES - this.#used - (this.#parts ? 1 : 0))',
      tests: [ASSEMBLE],
    },
    {
      name: 'the short file of a job appears before the full one',
      file: 'src/files/result-csv.ts',
      find: 'const all = [full, good, answers, results];',
      replace: 'const all = [results, full, good, answers];',
      tests: [ASSEMBLE],
    },
    {
      name: 'files that could not be finished are left behind',
      file: 'src/files/result-csv.ts',
      find: '    await Promise.all(all.map((file) => file.abort()));\n',
      replace: '',
      tests: [ASSEMBLE],
    },
  ],
};
