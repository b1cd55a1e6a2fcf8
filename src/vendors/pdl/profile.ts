import * as z from 'zod';
import {
  EMPTY_LINKEDIN_PROFILE,
  type LinkedinProfileFact,
} from '../../domain/person/linkedin-profile.ts';
import { personSubjects } from '../../domain/person/person-subject.ts';
import { placeLine } from '../../domain/person/work-contact.ts';
import { part, parts, text, texts } from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { PDL } from './client.ts';
import { pdlPersonReply, readPdlPerson } from './person.ts';

const named = part({ name: text });

const reply = z.object({
  data: pdlPersonReply.extend({
    full_name: text.pipe(z.string()),
    headline: text,
    summary: text,
    experience: parts({
      company: named,
      title: named,
      location_names: texts,
      start_date: text,
      end_date: text,
    }),
    education: parts({ school: named, degrees: texts, start_date: text, end_date: text }),
  }),
});

type Person = z.output<typeof reply>['data'];

const rolesOf = ({ experience }: Person) =>
  experience
    .map((role) => ({
      title: role.title?.name ?? null,
      company: role.company?.name ?? null,
      location: role.location_names[0] ?? null,
      startedAt: role.start_date,
      endedAt: role.end_date,
    }))
    .filter(({ title, company }) => title ?? company);

const educationOf = ({ education }: Person) =>
  education
    .map((one) => ({
      school: one.school?.name ?? null,
      degrees: one.degrees,
      startedAt: one.start_date,
      endedAt: one.end_date,
    }))
    .filter(({ school }) => school !== null);

/** A person by the vanity name of the page, with the roles and schools the vendor keeps of it. */
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
    const { data } = found;
    const { title, company, location, skills, workEmail, personalEmails, phones, asOf } =
      readPdlPerson(data, null);
    return {
      ...EMPTY_LINKEDIN_PROFILE,
      name: data.full_name,
      title,
      company: company.name,
      location: placeLine(location),
      about: data.summary ?? data.headline,
      roles: rolesOf(data),
      education: educationOf(data),
      skills,
      knownBy: personSubjects({
        email: [workEmail?.address, ...personalEmails],
        phone_number: phones.map(({ number }) => number),
      }),
      asOf,
    };
  },
});
