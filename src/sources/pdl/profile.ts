import * as z from 'zod';
import { BARE_PROFILE, type NetworkProfileFact } from '../../core/people/network-profile.ts';
import { personSubjects } from '../../core/people/suppression.ts';
import { part, parts, text, texts } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { PDL } from './client.ts';
import { personReply, readPerson } from './person-reply.ts';

const named = part({ name: text });

const reply = z.object({
  data: personReply.extend({
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
export const pdlProfile = fromUpstream<string, NetworkProfileFact>(PDL, {
  name: 'pdl',
  label: 'business_people_database',
  metered: 'answers',
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
      readPerson(data, null);
    const place = [location.city, location.region, location.country].filter(Boolean).join(', ');
    return {
      ...BARE_PROFILE,
      name: data.full_name,
      title,
      company: company.name,
      location: place || null,
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
