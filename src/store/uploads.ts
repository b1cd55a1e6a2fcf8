import type { ChoicePrice, Upload } from '../core/jobs/uploads.ts';
import { PartedObject } from './parted-object.ts';

/** A file being written. */
export interface ByteWriter {
  /** @param bytes fewer than 5 MiB */
  writeBytes(bytes: Uint8Array): Promise<void> | undefined;
  /** Makes the file exist. */
  end(): Promise<void>;
  abort(): Promise<void>;
}

type Named = Pick<Upload, 'organizationId' | 'id'>;

/**
 * Files on their way to a job: bytes, and beside them what is known of them, written last, and what
 * a job of them would cost.
 */
export interface UploadFiles {
  write(upload: Named): ByteWriter;
  describe(upload: Upload): Promise<void>;
  /** Keeps the price of the latest choice. */
  keepPrice(upload: Named, price: ChoicePrice): Promise<void>;
  findPrice(upload: Named): Promise<ChoicePrice | null>;
  /** @returns null when the organization has no such file */
  find(upload: Named): Promise<Upload | null>;
  /** @returns null when the bytes are gone */
  open(upload: Named): Promise<ReadableStream<Uint8Array> | null>;
  /** An organization's files, in no order. */
  list(organizationId: string): Promise<Upload[]>;
  remove(upload: Named): Promise<void>;
  /** Deletes what was written before a moment, of everybody. */
  removeBefore(moment: number): Promise<void>;
}

const ROOT = 'uploads/';

/** Objects of one listing: more than an organization may have. */
const MAX_LISTED = 100;

/** R2 lists and deletes at most this many objects in one call. */
const MAX_DELETED = 1_000;

/** An id is part of a key: nothing else of it may be. */
const ID = /^upl_[0-9a-f-]{36}$/;

const keysOf = ({ organizationId, id }: Named) => {
  const key = `${ROOT}${organizationId}/${id}`;
  return { bytes: `${key}.csv`, description: `${key}.json`, price: `${key}.price` };
};

/** Uploads in an R2 bucket, below their organization. */
export function bucketUploads(bucket: R2Bucket): UploadFiles {
  const read = async <T>(key: string) => (await bucket.get(key))?.json<T>() ?? null;
  return {
    write: (upload) => new PartedObject(bucket, keysOf(upload).bytes),
    async describe(upload) {
      await bucket.put(keysOf(upload).description, JSON.stringify(upload));
    },
    async keepPrice(upload, price) {
      await bucket.put(keysOf(upload).price, JSON.stringify(price));
    },
    findPrice: (upload) => read<ChoicePrice>(keysOf(upload).price),
    find: async (upload) => (ID.test(upload.id) ? read<Upload>(keysOf(upload).description) : null),
    async open(upload) {
      const object = await bucket.get(keysOf(upload).bytes);
      return object?.body ?? null;
    },
    async list(organizationId) {
      const prefix = `${ROOT}${organizationId}/`;
      const { objects } = await bucket.list({ prefix, limit: MAX_LISTED });
      const described = objects.map(({ key }) => key).filter((key) => key.endsWith('.json'));
      const found = await Promise.all(described.map((key) => read<Upload>(key)));
      return found.filter((upload) => upload !== null);
    },
    remove: (upload) => bucket.delete(Object.values(keysOf(upload))),
    async removeBefore(moment) {
      for (let cursor: string | undefined; ; ) {
        const page = await bucket.list({
          prefix: ROOT,
          limit: MAX_DELETED,
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
