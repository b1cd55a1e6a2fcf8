import * as z from 'zod';
import { type CompanyFact, claimsOf } from '../../core/companies/company.ts';
import { countryName } from '../../data/countries.ts';
import { part, text, texts } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import type { Upstream } from '../upstream/upstream.ts';

/** Legal entities worldwide, CC0 (documenter.getpostman.com, GLEIF API). Whoever wants all is offered a daily file. */
export const GLEIF: Upstream = {
  name: 'GLEIF',
  hosts: ['api.gleif.org'],
  pace: { limit: 60, perMs: 60_000, notInBulk: true },
};

const entity = z.object({
  id: z.string().min(1),
  attributes: z.object({
    entity: z.object({
      legalName: z.object({ name: z.string().min(1) }),
      legalAddress: part({
        addressLines: texts,
        city: text,
        region: text,
        country: text,
        postalCode: text,
      }),
      status: text,
    }),
  }),
});

const found = z.object({ data: entity });

/** Length and characters of ISO 17442. */
const LEI = /^[\dA-Z]{18}\d{2}$/;

/** A legal entity by its identifier. What is no identifier has no record, and nobody is asked. */
export const gleifEntity = fromUpstream<string, CompanyFact>(GLEIF, {
  name: 'gleif',
  label: 'legal_entity_register',
  idempotent: true,
  async ask(lei, call) {
    if (!LEI.test(lei)) return null;
    const reply = await call({
      path: `/api/v1/lei-records/${lei}`,
      headers: { Accept: 'application/vnd.api+json' },
      schema: found,
      statuses: { 404: 'none' },
    });
    if (!reply) return null;
    const { legalName, legalAddress } = reply.data.attributes.entity;
    const place = [legalAddress?.city, legalAddress?.region].filter(Boolean).join(', ');
    return claimsOf('gleif', {
      name: legalName.name,
      country: countryName(legalAddress?.country ?? null),
      headquarters: place,
      lei: reply.data.id,
    });
  },
});
