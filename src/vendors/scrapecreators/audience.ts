import * as z from 'zod';
import { countryCodeOf } from '../../domain/place/countries.ts';
import type { FollowerCountriesFact } from '../../domain/social/facts.ts';
import { count, fieldsAt, listOf, text } from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { SCRAPECREATORS } from './client.ts';

/** Percentage such as `15.96%`, as a fraction of one. */
const share = text.transform((percentage): number | null => {
  const [, figure] = /^(\d{1,3}(?:\.\d{1,10})?)\s?%$/.exec(percentage ?? '') ?? [];
  return figure === undefined ? null : Math.round(Number(figure) * 10_000) / 1_000_000;
});

const place = fieldsAt({
  country: ['country', z.string().min(1)],
  code: ['countryCode', text.transform((code) => code && countryCodeOf(code))],
  count: ['count', count.pipe(z.number())],
  share: ['percentage', share],
});

/** Countries of a TikTok account's followers, by a sample: 26 credits a call, also if empty. */
export const scrapedAudience = fromUpstream<string, FollowerCountriesFact>(SCRAPECREATORS, {
  label: 'social_audience',
  async ask(handle, call) {
    const found = await call({
      path: '/v1/tiktok/user/audience',
      query: { handle },
      schema: z.object({ audienceLocations: listOf(place) }),
    });
    const countries = (found?.audienceLocations ?? []).map((row) => ({
      ...row,
      code: row.code ?? countryCodeOf(row.country),
    }));
    return countries.some(({ code }) => code !== null) ? { countries } : null;
  },
});
