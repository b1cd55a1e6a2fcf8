import type { DashboardParts } from './dashboard-services.ts';
import type { AppServices } from './http/app.ts';

/**
 * Signing in and the pages, loaded once by the first request for one: a lookup never pays for them,
 * nor does the start of an isolate.
 */
export function loadDashboard(parts: DashboardParts): AppServices['dashboard'] {
  let pages: ReturnType<AppServices['dashboard']> | undefined;
  return () => {
    pages ??= import('./dashboard-services.ts').then(({ openDashboard }) => openDashboard(parts));
    return pages;
  };
}
