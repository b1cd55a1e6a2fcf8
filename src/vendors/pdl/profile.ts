import * as z from 'zod';
import {
  type Education,
  EMPTY_LINKEDIN_PROFILE,
  type LinkedinProfileFact,
  type Position,
} from '../../domain/person/linkedin-profile.ts';
import { personSubjects } from '../../domain/person/person.ts';
import { placeLine } from '../../domain/person/work-contact.ts';
import {
  dateAsSent,
  fieldsAt,
  fieldsBelow,
  firstText,
  listOf,
  text,
  texts,
} from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { PDL } from './client.ts';
import { pdlPersonReply, readPdlPerson } from './person.ts';

const role = fieldsAt<Position>({
  title: ['title.name', text],
  company: ['company.name', text],
  location: ['location_names', firstText],
  startedAt: ['start_date', dateAsSent],
  endedAt: ['end_date', dateAsSent],
}).refine(({ title, company }) => title ?? company);

const school = fieldsAt<Education>({
  school: ['school.name', text.pipe(z.string())],
  degrees: ['degrees', texts],
  startedAt: ['start_date', dateAsSent],
  endedAt: ['end_date', dateAsSent],
});

const reply = fieldsBelow('data', {
  person: [pdlPersonReply],
  name: ['full_name', text.pipe(z.string())],
  about: ['summary', 'headline', text],
  roles: ['experience', listOf(role).catch(() => [])],
  education: ['education', listOf(school).catch(() => [])],
});

/** Person by vanity name, with the roles and schools that the vendor stores of the page. */
export const pdlProfile = fromUpstream<string, LinkedinProfileFact>(PDL, {
  label: 'business_people_database',
  async ask(vanity, call) {
    const profile = `linkedin.com/in/${encodeURIComponent(vanity)}`;
    const found = await call({
      path: '/v5/person/enrich',
      query: { profile, titlecase: true },
      schema: reply,
    });
    if (!found) return null;
    const { person, ...page } = found;
    const { title, company, location, skills, workEmail, personalEmails, phones, asOf } =
      readPdlPerson(person, null);
    return {
      ...EMPTY_LINKEDIN_PROFILE,
      ...page,
      title,
      company: company.name,
      location: placeLine(location),
      skills,
      knownBy: personSubjects({
        email: [workEmail?.address, ...personalEmails],
        phone_number: phones.map(({ number }) => number),
      }),
      asOf,
    };
  },
});
