import * as z from 'zod';
import { AD_PLATFORMS } from '../../../core/social/ads.ts';
import type { AdsFact } from './fact.ts';

const text = (what: string) => z.string().nullable().describe(what);

export const adClassification = z.object({
  found: z.boolean().describe('Whether the library holds an ad. Nothing is charged if not.'),
  platform: z.enum(AD_PLATFORMS).describe('The library that was asked.'),
  advertiser: text('Whose ads these are; null when several advertisers have some.'),
  ads_count: z
    .int()
    .min(0)
    .describe('Ads of the whole search where the library counts them, else of this answer.'),
  next_cursor: text('Send it as cursor for the ads after these; null after the last.'),
});

export const adInsights = z.object({
  ad_library_result: z
    .object({
      ads: z
        .array(
          z.object({
            id: z.string().describe('Id of the ad in its library.'),
            advertiser: text('Who runs it.'),
            title: text('Headline.'),
            text: text('Text of the ad.'),
            format: text('For example image, video, text.'),
            destination_url: text('Where it leads.'),
            snapshot_url: text('Where the library shows it.'),
            started_at: z.iso.datetime().nullable().describe('When it was first shown.'),
            ended_at: z.iso.datetime().nullable().describe('When it was last shown, or ends.'),
            active: z.boolean().nullable().describe('Whether it runs now, where that is said.'),
            placements: z.array(z.string()).describe('Where the platform shows it.'),
          }),
        )
        .describe('In the order of the library.'),
    })
    .describe('The ads of this page.'),
});

/** The classification section of an ad library lookup. */
export function classifyAds({ platform, page }: AdsFact): z.input<typeof adClassification> {
  const rows = page?.rows ?? [];
  const advertisers = new Set(rows.map(({ advertiser }) => advertiser));
  return {
    found: rows.length > 0,
    platform,
    advertiser: advertisers.size === 1 ? (rows[0]?.advertiser ?? null) : null,
    ads_count: page?.total ?? rows.length,
    next_cursor: page?.nextCursor ?? null,
  };
}

/** The insights section of an ad library lookup. */
export const describeAds = ({ page }: AdsFact): z.input<typeof adInsights> => ({
  ad_library_result: {
    ads: (page?.rows ?? []).map((ad) => ({
      id: ad.id,
      advertiser: ad.advertiser,
      title: ad.title,
      text: ad.text,
      format: ad.format,
      destination_url: ad.destinationUrl,
      snapshot_url: ad.snapshotUrl,
      started_at: ad.startedAt,
      ended_at: ad.endedAt,
      active: ad.active,
      placements: ad.placements,
    })),
  },
});
