import type { RecordDataset } from '../core/records/dataset.ts';
import type { StartedImport } from '../store/imports.ts';
import { NumberWriter } from './number-writer.ts';
import type { RecordPorts } from './ports.ts';
import type { RecordWriter } from './record-writer.ts';
import { ReportWriter } from './report-writer.ts';
import { RowWriter } from './row-writer.ts';

/** The writer of a data set's kind. */
export async function openWriter(
  started: StartedImport,
  dataset: RecordDataset,
  ports: RecordPorts,
): Promise<RecordWriter> {
  switch (dataset.storage ?? 'rows') {
    case 'rows':
      return new RowWriter(started, dataset, ports);
    case 'number_set':
      return NumberWriter.open(started, dataset, ports);
    case 'reports':
      return new ReportWriter(started, dataset, ports);
  }
}
