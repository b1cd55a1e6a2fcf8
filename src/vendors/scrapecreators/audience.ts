import * as z from 'zod';
import type { FollowerCountriesFact } from '../../domain/social/facts.ts';
import { count, text } from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { SCRAPECREATORS } from './client.ts';

const place = z.object({
  country: z.string().min(1),
  countryCode: text,
  count: count.pipe(z.number()),
  percentage: text,
});

/** `15.96%` as a share of one. */
function shareOf(percentage: string | null): number | null {
  const [, figure] = /^(\d{1,3}(?:\.\d{1,10})?)\s?%$/.exec(percentage ?? '') ?? [];
  return figure === undefined ? null : Math.round(Number(figure) * 10_000) / 1_000_000;
}

/**
 * Where the followers of a short-video account are: a sample, 26 credits a call, also where it is
 * empty.
 */
export const scrapedAudience = fromUpstream<string, FollowerCountriesFact>(SCRAPECREATORS, {
  label: 'social_audience',
  async ask(handle, call) {
    const found = await call({
      path: '/v1/tiktok/user/audience',
      query: { handle },
      schema: z.object({ audienceLocations: z.array(place) }),
    });
    if (!found || found.audienceLocations.length === 0) return null;
    return {
      countries: found.audienceLocations.map(({ country, countryCode, count: of, percentage }) => ({
        country,
        code: countryCode,
        count: of,
        share: shareOf(percentage),
      })),
    };
  },
});
