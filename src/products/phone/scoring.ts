import type { RiskAssessment } from '../../core/envelope.ts';
import { type Factor, probability, riskLevel, score } from '../../core/scoring.ts';
import type { PhoneProfile } from './profile.ts';

type PhoneFactor = Factor<PhoneProfile>;

/** Trouble to expect from a number: 0 none, 100 certain. */
const RISK_BASE = 5;
const RISK: readonly PhoneFactor[] = [
  { code: 'INVALID_NUMBER', weight: 90, applies: ({ status }) => status === 'INVALID' },
  { code: 'FICTIONAL_NUMBER', weight: 60, applies: ({ fictional }) => fictional },
  {
    code: 'DO_NOT_ORIGINATE',
    weight: 60,
    applies: ({ doNotOriginate }) => doNotOriginate === true,
  },
  { code: 'NOT_REACHABLE', weight: 45, applies: ({ status }) => status === 'INACTIVE' },
  { code: 'PREMIUM_RATE', weight: 40, applies: ({ lineType }) => lineType === 'PREMIUM' },
  { code: 'VOIP_LINE', weight: 25, applies: ({ lineType }) => lineType === 'VOIP' },
  {
    code: 'NON_GEOGRAPHIC',
    weight: 20,
    applies: ({ number }) => number.valid && number.country === null,
  },
  {
    code: 'PERSONAL_NUMBER',
    weight: 20,
    applies: ({ number }) => number.planType === 'PERSONAL_NUMBER',
  },
  { code: 'STATUS_UNCONFIRMED', weight: 10, applies: ({ status }) => status === 'UNKNOWN' },
  {
    code: 'LINE_TYPE_UNKNOWN',
    weight: 5,
    applies: ({ number, lineType }) => number.valid && lineType === 'UNKNOWN',
  },
  { code: 'DNC_LISTED', weight: 5, applies: ({ doNotCall }) => doNotCall === true },
];

/** How far the answer can be relied on, by what it rests on. */
const CONFIDENCE_BASE = 30;
const CONFIDENCE: readonly PhoneFactor[] = [
  { code: 'IMPOSSIBLE_NUMBER', weight: 65, applies: ({ status }) => status === 'INVALID' },
  { code: 'RECORD_OF_THIS_NUMBER', weight: 50, applies: ({ portability }) => portability !== null },
  {
    code: 'RECORD_HAS_STATUS',
    weight: 15,
    applies: ({ status }) => status === 'ACTIVE' || status === 'INACTIVE',
  },
  { code: 'PLAN_TELLS_TYPE', weight: 40, applies: ({ basis }) => basis === 'NUMBERING_PLAN' },
  { code: 'OLD_BLOCK_HOLDER', weight: 10, applies: ({ basis }) => basis === 'BLOCK_HOLDER' },
];

/** Chance that the number is thrown away soon: cheap to get and to drop counts, a wire to a house does not. */
const BURNER_BASE = 10;
const BURNER: readonly PhoneFactor[] = [
  { code: 'IMPOSSIBLE_NUMBER', weight: -100, applies: ({ status }) => status === 'INVALID' },
  { code: 'VOIP_LINE', weight: 45, applies: ({ lineType }) => lineType === 'VOIP' },
  {
    code: 'PERSONAL_NUMBER',
    weight: 15,
    applies: ({ number }) => number.planType === 'PERSONAL_NUMBER',
  },
  { code: 'MOBILE_LINE', weight: 5, applies: ({ lineType }) => lineType === 'MOBILE' },
  { code: 'LANDLINE', weight: -8, applies: ({ lineType }) => lineType === 'LANDLINE' },
  {
    code: 'BUSINESS_RANGE',
    weight: -8,
    applies: ({ lineType }) => lineType === 'TOLL_FREE' || lineType === 'PREMIUM',
  },
  { code: 'KEPT_WHEN_PORTED', weight: -5, applies: ({ ported }) => ported === true },
];

/** Worth of the number for reaching a person. */
const QUALITY_BASE = 70;
const GOOD_QUALITY = 50;
const QUALITY: readonly PhoneFactor[] = [
  { code: 'IMPOSSIBLE_NUMBER', weight: -100, applies: ({ status }) => status === 'INVALID' },
  { code: 'FICTIONAL_NUMBER', weight: -100, applies: ({ fictional }) => fictional },
  { code: 'NOT_REACHABLE', weight: -60, applies: ({ status }) => status === 'INACTIVE' },
  {
    code: 'DO_NOT_ORIGINATE',
    weight: -50,
    applies: ({ doNotOriginate }) => doNotOriginate === true,
  },
  { code: 'PREMIUM_RATE', weight: -30, applies: ({ lineType }) => lineType === 'PREMIUM' },
  { code: 'VOIP_LINE', weight: -15, applies: ({ lineType }) => lineType === 'VOIP' },
  { code: 'RECORDED_ACTIVE', weight: 25, applies: ({ status }) => status === 'ACTIVE' },
];

export const SERVICE_TYPES = ['POSTPAID', 'LANDLINE', 'TOLL_FREE', 'UNKNOWN'] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];

export const CONNECTION_QUALITIES = ['EXCELLENT', 'GOOD', 'POOR', 'UNKNOWN'] as const;
export type ConnectionQuality = (typeof CONNECTION_QUALITIES)[number];

/** No source tells prepaid from postpaid, so a mobile number's service stays UNKNOWN. */
const SERVICE_OF_LINE: Partial<Record<PhoneProfile['lineType'], ServiceType>> = {
  LANDLINE: 'LANDLINE',
  TOLL_FREE: 'TOLL_FREE',
};

/** Only a record of the number's status says how well it connects; what cannot exist connects to nothing. */
const CONNECTION_OF_STATUS: Partial<Record<PhoneProfile['status'], ConnectionQuality>> = {
  ACTIVE: 'GOOD',
  INACTIVE: 'POOR',
  INVALID: 'POOR',
};

export const serviceType = ({ lineType }: PhoneProfile): ServiceType =>
  SERVICE_OF_LINE[lineType] ?? 'UNKNOWN';

export const connectionQuality = ({ status }: PhoneProfile): ConnectionQuality =>
  CONNECTION_OF_STATUS[status] ?? 'UNKNOWN';

/** 0..1. */
export const burnerProbability = (profile: PhoneProfile): number =>
  probability(BURNER_BASE, BURNER, profile);

export const hasGoodQuality = (profile: PhoneProfile): boolean =>
  score(QUALITY_BASE, QUALITY, profile).score >= GOOD_QUALITY;

/** Phone validation reports no fraud score, only its level and the factors behind it (specification, "Risk assessment"). */
export function assessPhoneRisk(profile: PhoneProfile): RiskAssessment {
  const risk = score(RISK_BASE, RISK, profile);
  return {
    risk_level: riskLevel(risk.score),
    risk_factors: risk.fired,
    confidence_level: score(CONFIDENCE_BASE, CONFIDENCE, profile).score,
  };
}
