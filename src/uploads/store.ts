import { bucketSink, ObjectWriter } from '../lib/r2.ts';
import type { ChoicePrice, UploadedFile } from '../lookup/jobs/files.ts';

type UploadId = Pick<UploadedFile, 'organizationId' | 'id'>;

const UPLOAD_ROOT = 'uploads/';

/** Objects per listing: more than an organization may have. */
const MAX_LISTED_UPLOADS = 100;

/** Most objects that R2 lists or deletes in one call. */
const MAX_DELETED_OBJECTS = 1_000;

/** Form of an id. Checked, because the id becomes part of an object key. */
const UPLOAD_ID = /^upl_[0-9a-f-]{36}$/;

const uploadKeys = ({ organizationId, id }: UploadId) => {
  const key = `${UPLOAD_ROOT}${organizationId}/${id}`;
  return {
    bytes: `${key}.csv`,
    description: `${key}.json`,
    price: `${key}.price`,
    plan: `${key}.plan`,
  };
};

/**
 * Storage of uploads in R2, by organization: the file's bytes, its metadata (written last), the
 * price of a job from it, and that job's planned rows.
 */
export type UploadFiles = ReturnType<typeof bucketUploads>;

export function bucketUploads(bucket: R2Bucket) {
  const sink = bucketSink(bucket);
  const read = async <T>(key: string) => (await bucket.get(key))?.json<T>() ?? null;
  return {
    write: (upload: UploadId): Omit<ObjectWriter<string>, 'unsent'> =>
      new ObjectWriter(sink, uploadKeys(upload).bytes),
    async describe(upload: UploadedFile) {
      await bucket.put(uploadKeys(upload).description, JSON.stringify(upload));
    },
    /** Writer of the planned rows of a choice of columns. */
    writePlan: (upload: UploadId) => new ObjectWriter(sink, uploadKeys(upload).plan),
    /** @returns the planned rows; null if they were deleted or belong to another choice */
    async openPlan(upload: UploadId, tag: string) {
      const object = await bucket.get(uploadKeys(upload).plan, { onlyIf: { etagMatches: tag } });
      return object && 'body' in object ? object.body : null;
    },
    /** Caches the price of the latest choice, whose planned rows are stored. */
    async keepPrice(upload: UploadId, price: ChoicePrice) {
      await bucket.put(uploadKeys(upload).price, JSON.stringify(price));
    },
    findPrice: (upload: UploadId) => read<ChoicePrice>(uploadKeys(upload).price),
    /** @returns null if the organization has no such file */
    find: async (upload: UploadId) =>
      UPLOAD_ID.test(upload.id) ? read<UploadedFile>(uploadKeys(upload).description) : null,
    /** @returns null if the bytes were deleted */
    open: async (upload: UploadId) => (await bucket.get(uploadKeys(upload).bytes))?.body ?? null,
    /** An organization's files, unordered. */
    async list(organizationId: string) {
      const prefix = `${UPLOAD_ROOT}${organizationId}/`;
      const { objects } = await bucket.list({ prefix, limit: MAX_LISTED_UPLOADS });
      const described = objects.map(({ key }) => key).filter((key) => key.endsWith('.json'));
      const found = await Promise.all(described.map((key) => read<UploadedFile>(key)));
      return found.filter((upload) => upload !== null);
    },
    remove: (upload: UploadId) => bucket.delete(Object.values(uploadKeys(upload))),
    /** Purges objects of all organizations that were written before a moment. */
    async removeBefore(moment: number) {
      for (let cursor: string | undefined; ; ) {
        const page = await bucket.list({
          prefix: UPLOAD_ROOT,
          limit: MAX_DELETED_OBJECTS,
          ...(cursor !== undefined && { cursor }),
        });
        const old = page.objects.filter(({ uploaded }) => uploaded.getTime() < moment);
        if (old.length > 0) await bucket.delete(old.map(({ key }) => key));
        if (!page.truncated) return;
        cursor = page.cursor;
      }
    },
  };
}
