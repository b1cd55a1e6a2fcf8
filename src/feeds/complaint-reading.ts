import type { Clock } from '../core/ports.ts';
import type { ComplaintReport } from '../core/records/complaint-report.ts';
import type { Database } from '../store/database.ts';
import type { ReportFeed } from '../store/report-feeds.ts';
import type { Fetch } from './fetch-feed.ts';

export interface ComplaintPorts {
  /** The RECORDS database. */
  db: Database;
  clock: Clock;
  fetch: Fetch;
  /** With `{date}`. */
  ftcUrl: string;
  fccUrl: string;
  /** Called when reports were added. */
  onImported(): void;
}

/** What reading one feed needs. */
export interface ComplaintReading {
  feed: ReportFeed;
  deps: ComplaintPorts;
  /** Where the reading before this one stopped; null to begin with what is new. */
  resume: string | null;
  /** Whether this reading may take another file or page. */
  mayGoOn(): boolean;
  /** Counts reports that were not counted before. */
  count(reports: readonly ComplaintReport[]): Promise<void>;
}
