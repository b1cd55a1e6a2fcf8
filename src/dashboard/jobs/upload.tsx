import { isolated } from '../../lib/text.ts';
import { HOUR_MS } from '../../lib/time.ts';
import {
  MAX_UPLOAD_BYTES,
  MAX_XLSX_BYTES,
  UPLOAD_RETENTION_MS,
  type UploadedFile,
} from '../../lookup/jobs/files.ts';
import { MAX_BULK_ROWS } from '../../lookup/jobs/job.ts';
import { ActionForm, Button, Field, Form } from '../form/form.tsx';
import type { FormState } from '../form/form-state.ts';
import { formatNumber, Moment } from '../layout/format.tsx';
import { PageSection } from '../layout/table.tsx';

export const NEW_JOB_PATH = '/app/jobs/new';

const formatSize = (bytes: number): string =>
  bytes < 1_000_000
    ? `${formatNumber(Math.ceil(bytes / 1_000))} kB`
    : `${(bytes / 1e6).toFixed(1)} MB`;

const PendingUploads = ({ uploads }: { uploads: readonly UploadedFile[] }) => (
  <PageSection title="Uploaded and not started">
    <ul class="cards">
      {uploads.map(({ id, name, bytes, createdAt }) => (
        <li>
          <p>
            <strong>{name}</strong> ({formatSize(bytes)}), uploaded <Moment at={createdAt} />
          </p>
          <div class="actions">
            <a class="button" href={`${NEW_JOB_PATH}/${id}`}>
              Continue with {isolated(name)}
            </a>
            <ActionForm
              action={`${NEW_JOB_PATH}/${id}/discard`}
              kind="quiet"
              label={`Discard ${isolated(name)}`}
            />
          </div>
        </li>
      ))}
    </ul>
  </PageSection>
);

/** The first step: choice of a file. @param form state with the reason why a file was refused */
export const UploadPage = ({
  uploads,
  form,
}: {
  uploads: readonly UploadedFile[];
  form: FormState;
}) => (
  <>
    <p class="summary">
      A CSV or Excel file with one row per lookup. Nothing starts and nothing is charged before you
      have seen the price.
    </p>
    <Form action={NEW_JOB_PATH} form={form} enctype="multipart/form-data" class="form">
      <Field
        name="file"
        label="CSV file or Excel workbook"
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values"
        required
        hint={`Up to ${formatNumber(MAX_BULK_ROWS)} rows and ${MAX_UPLOAD_BYTES / 1_048_576} MiB (Excel .xlsx: ${MAX_XLSX_BYTES / 1_048_576} MiB). Separated by commas, semicolons, tabs or pipes; encoded as UTF-8, UTF-16 or as spreadsheets write it.`}
      />
      <Button>Upload</Button>
      <p class="hint">
        The file is deleted after {UPLOAD_RETENTION_MS / HOUR_MS} hours, whether or not a job was
        started.
      </p>
    </Form>
    {uploads.length > 0 && <PendingUploads uploads={uploads} />}
  </>
);
