import {
  MAX_UPLOAD_BYTES,
  UPLOAD_RETENTION_MS,
  type UploadedFile,
} from '../../lookup/jobs/files.ts';
import { MAX_BULK_ROWS } from '../../lookup/jobs/job.ts';
import { Button, Form } from '../form/form.tsx';
import { formatNumber, Moment } from '../layout/format.tsx';
import type { PageContext } from '../session/context.ts';
import { uploadAction } from '../session/form-token.ts';

export const NEW_JOB_PATH = '/app/jobs/new';

const HOUR_MS = 3_600_000;

/** A size in kB or MB, as people read it. */
const formatSize = (bytes: number): string =>
  bytes < 1_000_000
    ? `${formatNumber(Math.ceil(bytes / 1_000))} kB`
    : `${(bytes / 1e6).toFixed(1)} MB`;

/** Files that were uploaded and not used yet. */
const PendingUploads = ({ c, uploads }: { c: PageContext; uploads: readonly UploadedFile[] }) => (
  <section aria-labelledby="waiting">
    <h2 id="waiting">Uploaded and not started</h2>
    <ul class="cards">
      {uploads.map(({ id, name, bytes, createdAt }) => (
        <li>
          <p>
            <strong>{name}</strong> ({formatSize(bytes)}), uploaded <Moment at={createdAt} />
          </p>
          <div class="actions">
            <a class="button" href={`${NEW_JOB_PATH}/${id}`}>
              Go on with {name}
            </a>
            <Form c={c} action={`${NEW_JOB_PATH}/${id}/discard`}>
              <Button kind="quiet">Discard {name}</Button>
            </Form>
          </div>
        </li>
      ))}
    </ul>
  </section>
);

/** The first step: a file. @param problem why the last one was not taken */
export const UploadPage = ({
  c,
  uploads,
  problem,
}: {
  c: PageContext;
  uploads: readonly UploadedFile[];
  problem: string | null;
}) => (
  <>
    <p class="summary">
      A CSV file with one row for each lookup. Nothing starts, and nothing is charged, before you
      have seen the price.
    </p>
    <form
      class="form"
      method="post"
      action={uploadAction(c, NEW_JOB_PATH)}
      enctype="multipart/form-data"
    >
      <div class={problem ? 'field wrong' : 'field'}>
        <label for="file">CSV file</label>
        <p class="hint" id="file-hint">
          Up to {formatNumber(MAX_BULK_ROWS)} rows and {MAX_UPLOAD_BYTES / 1_048_576} MiB. Commas,
          semicolons, tabs or pipes; UTF-8, UTF-16 or what spreadsheets write.
        </p>
        {problem && (
          <p class="error" id="file-error" role="alert">
            {problem}
          </p>
        )}
        <input
          id="file"
          type="file"
          name="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          required
          aria-describedby={problem ? 'file-hint file-error' : 'file-hint'}
        />
      </div>
      <Button>Upload</Button>
      <p class="hint">
        The file is deleted after {UPLOAD_RETENTION_MS / HOUR_MS} hours, whether a job was started
        or not.
      </p>
    </form>
    {uploads.length > 0 && <PendingUploads c={c} uploads={uploads} />}
  </>
);
