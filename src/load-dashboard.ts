import type { DashboardParts } from './dashboard-services.ts';
import type { AppServices } from './http/app.ts';

/**
 * Signing in and the pages, loaded once by the first request for one: a lookup never pays for them,
 * nor does the start of an isolate.
 */
export function loadDashboard(parts: DashboardParts): AppServices['dashboard'] {
  let pages: Awaited<ReturnType<AppServices['dashboard']>> | undefined;
  return async () => {
    // Kept once it is there: a request cannot wait for what another began and did not end.
    pages ??= (await import('./dashboard-services.ts')).openDashboard(parts);
    return pages;
  };
}
