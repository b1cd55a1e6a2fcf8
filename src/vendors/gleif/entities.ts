import * as z from 'zod';
import { type CompanyFact, companyFields } from '../../domain/company/company.ts';
import { countryName } from '../../domain/place/countries.ts';
import { nameSimilarity, SAME_NAME_THRESHOLD } from '../../domain/place/place-match.ts';
import { alike } from '../../lib/alike.ts';
import { part, text, texts } from '../../lib/loose-fields.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

/**
 * Legal entities worldwide, CC0 (documenter.getpostman.com, GLEIF API). For bulk use there is a
 * daily file.
 */
const GLEIF: Upstream = {
  name: 'GLEIF',
  hosts: ['api.gleif.org'],
  pace: { limit: 60, perMs: 60_000, notInBulk: true },
};

const leiRecord = z.object({
  id: z.string().min(1),
  attributes: z.object({
    entity: z.object({
      legalName: z.object({ name: z.string().min(1) }),
      legalAddress: part({
        addressLines: texts,
        ...alike(text, 'city', 'region', 'country', 'postalCode'),
      }),
      status: text,
    }),
  }),
});

const leiRecordReply = z.object({ data: leiRecord });

/** Length and characters of ISO 17442. */
const LEI = /^[\dA-Z]{18}\d{2}$/;

/** A legal entity by its identifier. What is no identifier has no record, without a call. */
export const gleifEntity = fromUpstream<string, CompanyFact>(GLEIF, {
  label: 'legal_entity_register',
  async ask(lei, call) {
    if (!LEI.test(lei)) return null;
    const reply = await call({
      path: `/api/v1/lei-records/${lei}`,
      headers: { Accept: 'application/vnd.api+json' },
      schema: leiRecordReply,
      statuses: { 404: 'none' },
    });
    if (!reply) return null;
    const { legalName, legalAddress } = reply.data.attributes.entity;
    const place = [legalAddress?.city, legalAddress?.region].filter(Boolean).join(', ');
    return companyFields('gleif', {
      name: legalName.name,
      country: countryName(legalAddress?.country ?? null),
      headquarters: place,
      lei: reply.data.id,
    });
  },
});

/** A company by name. */
export interface RegisteredNameQuery {
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

/** What a register says of a name; active: one legal entity of that name is. */
export interface RegisteredName {
  active: boolean;
  /** Null in a register that knows none. */
  lei: string | null;
}

const entitySearchReply = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1),
      attributes: z.object({
        entity: z.object({
          legalName: z.object({ name: z.string().min(1) }),
          legalAddress: part({ country: text }),
          status: text,
        }),
      }),
    }),
  ),
});

const PAGE_SIZE = 10;

/** Legal entities that bear a name, by the global register of their identifiers (ISO 17442). */
export const registeredName = fromUpstream<RegisteredNameQuery, RegisteredName>(GLEIF, {
  name: 'gleif_names',
  label: 'legal_entity_register',
  async ask({ name, country }, call) {
    const reply = await call({
      path: '/api/v1/lei-records',
      query: {
        'filter[entity.legalName]': name,
        'filter[entity.legalAddress.country]': country,
        'page[size]': PAGE_SIZE,
      },
      headers: { Accept: 'application/vnd.api+json' },
      schema: entitySearchReply,
      statuses: { 404: 'none' },
    });
    const alike = (reply?.data ?? []).flatMap(({ id, attributes: { entity } }) => {
      const elsewhere = country !== null && (entity.legalAddress?.country ?? country) !== country;
      const same = nameSimilarity(name, entity.legalName.name) >= SAME_NAME_THRESHOLD;
      return same && !elsewhere ? [{ lei: id, active: entity.status === 'ACTIVE' }] : [];
    });
    return alike.find(({ active }) => active) ?? alike[0] ?? null;
  },
});
