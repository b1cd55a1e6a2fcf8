import * as z from 'zod';
import {
  ANONYMITY_LEVELS,
  anonymityLevel,
  CONNECTION_TYPES,
  connectionType,
  ORGANIZATION_TYPES,
  organizationType,
  SERVICE_TYPES,
  serviceType,
} from './connection.ts';
import type { IpProfile } from './profile.ts';
import { residentialProbability } from './scoring.ts';

export const ipClassification = z.object({
  connection_type: z
    .enum(CONNECTION_TYPES)
    .describe('UNKNOWN for reserved addresses and networks of no known kind.'),
  service_type: z
    .enum(SERVICE_TYPES)
    .nullable()
    .describe('Null when the kind of service is not known.'),
  anonymity_level: z
    .enum(ANONYMITY_LEVELS)
    .describe(
      'HIGH: listed Tor exit, VPN or proxy. MEDIUM: relay or rentable server. NONE: neither is known.',
    ),
  organization_type: z
    .enum(ORGANIZATION_TYPES)
    .nullable()
    .describe('Null for other kinds of organization.'),
  residential_probability: z.number().min(0).max(1),
});

export function classifyIp(profile: IpProfile): z.infer<typeof ipClassification> {
  return {
    connection_type: connectionType(profile),
    service_type: serviceType(profile),
    anonymity_level: anonymityLevel(profile),
    organization_type: organizationType(profile),
    residential_probability: residentialProbability(profile),
  };
}
