const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** English name of an ISO 3166-1 country, or null. */
export function countryName(country: string | null): string | null {
  return country === null ? null : (names.of(country) ?? null);
}
