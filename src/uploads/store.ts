import { MultipartObject } from '../lib/r2.ts';
import type { ChoicePrice, UploadedFile } from '../lookup/jobs/files.ts';

/** A file being written. */
interface UploadWriter {
  /** Written so far. */
  readonly bytes: number;
  write(line: string): Promise<void> | undefined;
  /** @param bytes fewer than 5 MiB */
  writeBytes(bytes: Uint8Array): Promise<void> | undefined;
  /** Makes the file exist. @returns its entity tag */
  end(): Promise<string>;
  abort(): Promise<void>;
}

type UploadId = Pick<UploadedFile, 'organizationId' | 'id'>;

/**
 * Storage of uploads: bytes, and beside them their metadata, written last, and the price of a job
 * of them with its planned rows.
 */
export interface UploadFiles {
  write(upload: UploadId): UploadWriter;
  describe(upload: UploadedFile): Promise<void>;
  /** Takes the planned rows of a choice. */
  writePlan(upload: UploadId): UploadWriter;
  /** Caches the price of the latest choice, whose planned rows are there. */
  keepPrice(upload: UploadId, price: ChoicePrice): Promise<void>;
  /** @returns the planned rows; null when they are gone, or another choice's */
  openPlan(upload: UploadId, tag: string): Promise<ReadableStream<Uint8Array> | null>;
  findPrice(upload: UploadId): Promise<ChoicePrice | null>;
  /** @returns null when the organization has no such file */
  find(upload: UploadId): Promise<UploadedFile | null>;
  /** @returns null when the bytes are gone */
  open(upload: UploadId): Promise<ReadableStream<Uint8Array> | null>;
  /** An organization's files, in no order. */
  list(organizationId: string): Promise<UploadedFile[]>;
  remove(upload: UploadId): Promise<void>;
  /** Purges what was written before a moment, of every organization. */
  removeBefore(moment: number): Promise<void>;
}

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

/** Uploads in an R2 bucket, below their organization. */
export function bucketUploads(bucket: R2Bucket): UploadFiles {
  const read = async <T>(key: string) => (await bucket.get(key))?.json<T>() ?? null;
  return {
    write: (upload) => new MultipartObject(bucket, uploadKeys(upload).bytes),
    async describe(upload) {
      await bucket.put(uploadKeys(upload).description, JSON.stringify(upload));
    },
    writePlan: (upload) => new MultipartObject(bucket, uploadKeys(upload).plan),
    async openPlan(upload, tag) {
      const object = await bucket.get(uploadKeys(upload).plan, { onlyIf: { etagMatches: tag } });
      return object && 'body' in object ? object.body : null;
    },
    async keepPrice(upload, price) {
      await bucket.put(uploadKeys(upload).price, JSON.stringify(price));
    },
    findPrice: (upload) => read<ChoicePrice>(uploadKeys(upload).price),
    find: async (upload) =>
      UPLOAD_ID.test(upload.id) ? read<UploadedFile>(uploadKeys(upload).description) : null,
    async open(upload) {
      const object = await bucket.get(uploadKeys(upload).bytes);
      return object?.body ?? null;
    },
    async list(organizationId) {
      const prefix = `${UPLOAD_ROOT}${organizationId}/`;
      const { objects } = await bucket.list({ prefix, limit: MAX_LISTED_UPLOADS });
      const described = objects.map(({ key }) => key).filter((key) => key.endsWith('.json'));
      const found = await Promise.all(described.map((key) => read<UploadedFile>(key)));
      return found.filter((upload) => upload !== null);
    },
    remove: (upload) => bucket.delete(Object.values(uploadKeys(upload))),
    async removeBefore(moment) {
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
