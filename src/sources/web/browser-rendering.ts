import * as z from 'zod';
import { ApiError } from '../../core/errors.ts';
import type { PageRenderer } from '../../core/network.ts';

/** What is needed of the Browser Rendering binding: its one-call "markdown" action. */
export interface BrowserBinding {
  quickAction(action: 'markdown', options: { url: string }): Promise<unknown>;
}

const reply = z.union([
  z.string(),
  z.object({ success: z.literal(true), result: z.string() }).transform(({ result }) => result),
  z.object({
    success: z.literal(false),
    errors: z.array(z.object({ code: z.number().optional(), message: z.string() })),
  }),
]);

/**
 * Pages through a browser the operator bound. @throws ApiError UPSTREAM_ERROR when it cannot show
 * the page
 */
export function createBrowserRenderer(browser: BrowserBinding): PageRenderer {
  return async (url) => {
    const answer = await browser.quickAction('markdown', { url });
    const parsed = reply.safeParse(answer instanceof Response ? await answer.json() : answer);
    if (!parsed.success)
      throw new ApiError('UPSTREAM_ERROR', undefined, { cause: parsed.error, aboutInput: false });
    if (typeof parsed.data === 'string') return parsed.data;
    throw new ApiError('UPSTREAM_ERROR', 'The browser could not show this page.', {
      cause: parsed.data.errors,
    });
  };
}
