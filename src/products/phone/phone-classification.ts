import * as z from 'zod';
import { PLAN_TYPES } from '../../core/phone-number.ts';
import { LINE_TYPE_BASES, LINE_TYPES } from './line-type.ts';
import {
  CARRIER_TYPES,
  NUMBER_STATUSES,
  type PhoneProfile,
  PORTABILITY_STATUSES,
  portabilityStatus,
} from './profile.ts';
import { CONNECTION_QUALITIES, connectionQuality, SERVICE_TYPES, serviceType } from './scoring.ts';

export const phoneClassification = z.object({
  line_type: z.enum(LINE_TYPES),
  line_type_basis: z
    .enum(LINE_TYPE_BASES)
    .describe(
      'What line_type rests on. BLOCK_HOLDER is a hint: who held the number block when the block table was made.',
    ),
  line_type_confidence: z.number().min(0).max(100),
  plan_type: z
    .enum(PLAN_TYPES)
    .nullable()
    .describe('What the numbering plan calls the number; null when it is invalid.'),
  carrier_type: z.enum(CARRIER_TYPES),
  number_status: z
    .enum(NUMBER_STATUSES)
    .describe(
      'United States and Canada: UNKNOWN until a record of the number says more. Elsewhere VALID or INVALID.',
    ),
  portability_status: z.enum(PORTABILITY_STATUSES),
  service_type: z.enum(SERVICE_TYPES),
  connection_quality: z.enum(CONNECTION_QUALITIES),
  coverage: z
    .literal('international')
    .optional()
    .describe('Only outside the United States and Canada.'),
  country_code: z
    .string()
    .length(2)
    .nullable()
    .optional()
    .describe('ISO 3166-1; only outside the United States and Canada.'),
});

/** The classification section of a phone validation. */
export function classifyPhone(profile: PhoneProfile): z.input<typeof phoneClassification> {
  const { number } = profile;
  return {
    line_type: profile.lineType,
    line_type_basis: profile.basis,
    line_type_confidence: profile.confidence,
    plan_type: number.planType,
    carrier_type: profile.carrierType,
    number_status: profile.status,
    portability_status: portabilityStatus(profile.ported),
    service_type: serviceType(profile),
    connection_quality: connectionQuality(profile),
    ...(!number.usOrCanada && { coverage: 'international' as const, country_code: number.country }),
  };
}
