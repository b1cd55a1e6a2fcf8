/** A person, by an identifier that a suppression request may name, in any form lookups accept. */
export interface PersonSubject {
  kind: 'email' | 'phone_number' | 'profile';
  text: string;
}

/** Subjects of the fields of a fact; absent texts have none. */
export const personSubjects = (
  fields: Readonly<Partial<Record<PersonSubject['kind'], readonly (string | null | undefined)[]>>>,
): PersonSubject[] =>
  (['email', 'phone_number', 'profile'] as const).flatMap((kind) =>
    (fields[kind] ?? []).flatMap((text) => (text ? [{ kind, text }] : [])),
  );
