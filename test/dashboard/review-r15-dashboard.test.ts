import { beforeAll, expect, it } from 'vitest';
import { wordsOf } from '../support/cookie-browser.ts';
import { type Person, signedUp } from './person.ts';

let ada: Person;
beforeAll(async () => {
  ada = await signedUp();
});

it('a form of a new monitor that is sent again with other numbers does not say they are watched', async () => {
  const form = { name: 'M', kind: 'number', frequency: 'daily', mode: 'test' };
  const once = crypto.randomUUID();
  const send = (numbers: string, name = 'M') =>
    ada.upload('/app/monitors/new', new Blob([]), '', { ...form, name, numbers, once });
  await send('+14155550100');
  // The browser went back to the form, which is filled in anew.
  const again = await send('+14155550101', 'Other');
  const isMade = wordsOf(again).includes('The monitor was created.');
  expect([isMade, wordsOf(again).includes('+14155550101')]).not.toEqual([true, false]);
});
