/** One compiled file in `compiled/manifest.json`: what it holds and where that came from. */
export interface ManifestEntry {
  /** Relative to the output directory. */
  file: string;
  source: string;
  licence: string;
  /** ISO 8601 date of the source data, or null when the source states none. */
  asOf: string | null;
  rows: number;
  sha256: string;
}
