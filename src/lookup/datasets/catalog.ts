import { CIDR_DATASETS, COMPANY_DATASETS } from './companies.ts';
import { COMPLAINT_DATASETS } from './complaints.ts';
import type { RecordDataset } from './dataset.ts';
import { CONTACT_DATASETS, PERSON_DATASETS, SUPPRESSION_DATASETS } from './people.ts';
import { PHONE_DATASETS, SCRUB_DATASETS } from './phone.ts';
import { PLACE_DATASETS } from './places.ts';
import { WEB_DATASETS } from './web.ts';

/** All data sets by name, as in `PUT /admin/records/{dataset}`. */
export const RECORD_DATASETS: Record<string, RecordDataset> = {
  ...PHONE_DATASETS,
  ...SCRUB_DATASETS,
  ...PERSON_DATASETS,
  ...CONTACT_DATASETS,
  ...SUPPRESSION_DATASETS,
  ...CIDR_DATASETS,
  ...COMPANY_DATASETS,
  ...WEB_DATASETS,
  ...PLACE_DATASETS,
  ...COMPLAINT_DATASETS,
};
