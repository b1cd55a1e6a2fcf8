import { expect } from 'vitest';
import { operate } from '../support/api.ts';
import { type Page, wordsOf } from '../support/cookie-browser.ts';
import { Browser, PASSWORD } from './browser.ts';
import { pay } from './people.ts';

/** A signed-in user of an organization of their own, who follows where pages lead. */
export class Person extends Browser {
  organizationId = '';
  email = '';

  /** Sends a form, and opens the page it leads to. */
  async send(path: string, fields: Record<string, string> = {}): Promise<Page> {
    return this.follow(await this.press(path, fields));
  }

  override async upload(path: string, file: Blob, name: string, fields = {}): Promise<Page> {
    await this.open('/app/jobs/new');
    return this.follow(await super.upload(path, file, name, fields));
  }

  /** A file that waits for its columns. @returns its page */
  async uploaded(text: string | Uint8Array<ArrayBuffer>, name = 'list.csv'): Promise<Page> {
    const shown = await this.upload('/app/jobs/new', new Blob([text]), name);
    expect(shown.path, wordsOf(shown)).toMatch(/^\/app\/jobs\/new\/upl_/);
    return shown;
  }
}

let people = 0;

/** Somebody who has signed up. @param credits of a paid plan; null for none */
export async function signedUp(credits: number | null = 1_000): Promise<Person> {
  people += 1;
  const person = new Person();
  person.email = `ada${people}@example.com`;
  const { email } = person;
  const organization = `Example ${people}`;
  const form = { name: 'Ada', email, password: PASSWORD, organization };
  const shown = await person.follow(await person.submit('/app/sign-up', form));
  expect(shown.path, wordsOf(shown)).toMatch(/^\/app(?:$|\/(?!sign-up))/);
  await person.open('/app/jobs/new');
  const { organizations } = await operate('GET', `/organizations?q=${email}`);
  person.organizationId = organizations[0].id;
  if (credits !== null) await pay(person.organizationId, credits);
  return person;
}
