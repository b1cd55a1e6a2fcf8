import { ApiError } from '../core/errors.ts';
import type { RecordDataset } from '../core/records/dataset.ts';

/** @throws ApiError NOT_FOUND naming the data sets there are */
export function findDataset(
  datasets: Readonly<Record<string, RecordDataset>>,
  name: string,
): RecordDataset {
  const dataset = Object.hasOwn(datasets, name) ? datasets[name] : undefined;
  if (!dataset)
    throw new ApiError(
      'NOT_FOUND',
      `There is no data set ${name}; there are ${Object.keys(datasets).join(', ')}.`,
    );
  return dataset;
}
