import * as z from 'zod';
import { lookedUp, UnusableInput } from '../../core/inputs.ts';
import { foldFirstName, foldLastName } from '../../core/people/person-name.ts';
import { zip5 } from '../../core/places/zip.ts';
import { stateOfZip } from '../../core/places/zip-state.ts';

const MAX_NAME_CHARS = 100;
const MAX_LINE_CHARS = 200;

/** Spaces between words only, no characters that cannot be seen. */
function readLine(text: string, maxChars: number): string {
  const line = text
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(line)) throw new UnusableInput('has neither letters nor digits');
  if (line.length > maxChars) throw new UnusableInput(`must have at most ${maxChars} characters`);
  return line;
}

/** @param check throws for a text that is no name */
const nameField = (check: (text: string) => string, description: string, example: string) =>
  lookedUp(
    (text) => {
      const name = readLine(text, MAX_NAME_CHARS);
      check(name);
      return name;
    },
    { description, examples: [example] },
  );

const person = z.object({
  firstName: nameField(foldFirstName, 'First name.', 'Ada'),
  lastName: nameField(foldLastName, 'Last name.', 'Example'),
  address: lookedUp((text) => readLine(text, MAX_LINE_CHARS), {
    description: 'House number and street, with the unit.',
    examples: ['1 Example Street Apt 2'],
  }),
  city: lookedUp((text) => readLine(text, MAX_NAME_CHARS), {
    description: 'City.',
    examples: ['Washington'],
  }),
  zip: lookedUp(zip5, {
    description: 'ZIP code of five digits, or nine. The state is read off it.',
    examples: ['20001'],
  }),
});

/** An object is looked up here where other products take a text: what is wrong with it is told alike. */
const input = z
  .preprocess((value, context) => {
    const refuse = (code: string, message: string) => {
      context.issues.push({ code: 'custom', message, params: { code }, input: value });
      return z.NEVER;
    };
    if (value === undefined || value === null || value === '')
      return refuse('MISSING_FIELD', 'is required');
    if (typeof value !== 'object' || Array.isArray(value))
      return refuse('INVALID_INPUT', 'must be an object');
    return value;
  }, person)
  .describe('The person, by name and postal address in the United States.');

/** The body of a product that appends to a name and an address. */
export const appendBody = z.object({ input });

/** The parsed body. */
export type AppendInput = z.output<typeof appendBody>;

/** The state the person's ZIP code is of; null where it is of none of the United States. */
export const stateOf = ({ input: { zip } }: AppendInput): string | null => stateOfZip(zip);

/** The person on one line: what `request.input` says. */
export const appendSubject = ({ input }: AppendInput): string =>
  `${input.firstName} ${input.lastName}, ${input.address}, ${input.city}, ${input.zip}`;

/** What the cache and receipts know the person by: capitals do not matter, and no two persons are written alike. */
export const appendKey = ({ input }: AppendInput): string =>
  JSON.stringify(
    [input.firstName, input.lastName, input.address, input.city, input.zip].map((text) =>
      text.toLowerCase(),
    ),
  );
