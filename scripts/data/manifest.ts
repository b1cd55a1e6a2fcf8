/** A compiled file in `compiled/manifest.json`, with the origin of its data. */
export interface ManifestEntry {
  /** Relative to the output directory. */
  file: string;
  source: string;
  licence: string;
  /** ISO 8601 date of the source data; null if the source states none. */
  asOf: string | null;
  rows: number;
  sha256: string;
}
