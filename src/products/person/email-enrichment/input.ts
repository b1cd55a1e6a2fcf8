import * as z from 'zod';
import { foldText } from '../../../core/fold-text.ts';
import { lookedUpIfGiven, UnusableInput } from '../../../core/inputs.ts';
import { splitFullName } from '../../../core/people/person-name.ts';
import { registeredDomain } from '../../../core/web/domain-name.ts';
import type { NameAtDomain } from '../../../sources/mailbox-guess.ts';

const MAX_NAME_CHARS = 100;

function parseName(text: string): string {
  const name = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  if (name.length > MAX_NAME_CHARS)
    throw new UnusableInput(`must have at most ${MAX_NAME_CHARS} characters`);
  if (!/\p{L}/u.test(foldText(name))) throw new UnusableInput('is not a name');
  return name;
}

function parseFullName(text: string) {
  const names = splitFullName(parseName(text));
  if (!names) throw new UnusableInput('must hold a first and a last name');
  return names;
}

const fullName = (description: string) =>
  lookedUpIfGiven(parseFullName, { description, examples: ['Ada Example'] });

const fields = z.object({
  domain: registeredDomain,
  firstName: lookedUpIfGiven(parseName, {
    description: 'First name. Required unless fullName or name carries both.',
    examples: ['Ada'],
  }),
  lastName: lookedUpIfGiven(parseName, {
    description: 'Last name. Required unless fullName or name carries both.',
    examples: ['Example'],
  }),
  fullName: fullName('First and last name in one; the fields of their own go before it.'),
  name: fullName('Another name of fullName.'),
});

type Fields = z.output<typeof fields>;

const namesOf = ({ firstName, lastName, fullName: full, name }: Fields) => {
  const both = full ?? name;
  return { firstName: firstName ?? both?.first ?? null, lastName: lastName ?? both?.last ?? null };
};

/** The body of an email enrichment: a first and a last name, in whichever fields, and the company's domain. */
export const enrichmentInput = fields.superRefine((body, context) => {
  for (const [field, value] of Object.entries(namesOf(body)))
    if (value === null)
      context.addIssue({
        code: 'custom',
        path: [field],
        message: 'is required, unless fullName or name carries both names',
        params: { code: 'MISSING_FIELD' },
      });
});

/** Who is looked for. */
export function queryOf(body: Fields): NameAtDomain {
  const { firstName, lastName } = namesOf(body);
  return { firstName: firstName ?? '', lastName: lastName ?? '', domain: body.domain.name };
}
