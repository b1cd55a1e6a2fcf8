import { bucketSink, ObjectWriter } from '../lib/r2.ts';
import type { ChoicePrice, UploadedFile } from '../lookup/jobs/files.ts';

type UploadId = Pick<UploadedFile, 'organizationId' | 'id'>;

const UPLOAD_ROOT = 'uploads/';

/** Objects of one listing: more than an organization may have. */
const MAX_LISTED_UPLOADS = 100;

/** R2 lists and deletes at most this many objects in one call. */
const MAX_DELETED_OBJECTS = 1_000;

/** An id is part of a key: nothing else of it may be. */
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
 * Storage of uploads, below their organization: bytes, and beside them their metadata, written
 * last, and the price of a job of them with its planned rows.
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
    /** Takes the planned rows of a choice. */
    writePlan: (upload: UploadId) => new ObjectWriter(sink, uploadKeys(upload).plan),
    /** @returns the planned rows; null when they are gone, or another choice's */
    async openPlan(upload: UploadId, tag: string) {
      const object = await bucket.get(uploadKeys(upload).plan, { onlyIf: { etagMatches: tag } });
      return object && 'body' in object ? object.body : null;
    },
    /** Caches the price of the latest choice, whose planned rows are there. */
    async keepPrice(upload: UploadId, price: ChoicePrice) {
      await bucket.put(uploadKeys(upload).price, JSON.stringify(price));
    },
    findPrice: (upload: UploadId) => read<ChoicePrice>(uploadKeys(upload).price),
    /** @returns null when the organization has no such file */
    find: async (upload: UploadId) =>
      UPLOAD_ID.test(upload.id) ? read<UploadedFile>(uploadKeys(upload).description) : null,
    /** @returns null when the bytes are gone */
    open: async (upload: UploadId) => (await bucket.get(uploadKeys(upload).bytes))?.body ?? null,
    /** An organization's files, in no order. */
    async list(organizationId: string) {
      const prefix = `${UPLOAD_ROOT}${organizationId}/`;
      const { objects } = await bucket.list({ prefix, limit: MAX_LISTED_UPLOADS });
      const described = objects.map(({ key }) => key).filter((key) => key.endsWith('.json'));
      const found = await Promise.all(described.map((key) => read<UploadedFile>(key)));
      return found.filter((upload) => upload !== null);
    },
    remove: (upload: UploadId) => bucket.delete(Object.values(uploadKeys(upload))),
    /** Purges what was written before a moment, of every organization. */
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
