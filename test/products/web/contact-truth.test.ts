import { describe, expect, it } from 'vitest';
import truthText from './fixtures/contact-truth.txt?raw';
import { CONTACT_GOALS, markContacts } from './mark-contacts.ts';

describe('contacts of labelled pages in the markup of real content systems', () => {
  it('are found, and little else is', async () => {
    const { pages, marks } = await markContacts(truthText);
    expect(pages).toBeGreaterThanOrEqual(230);
    for (const [kind, { labelled, found, right, mistakes }] of marks) {
      const recall = right / labelled;
      const precision = right / found;
      const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
      console.log(
        `${kind}: recall ${percent(recall)} of ${labelled}, precision ${percent(precision)}`,
      );
      const goals = CONTACT_GOALS[kind];
      const seen = mistakes.join('\n');
      expect({ kind, recall }, seen).toSatisfy(() => recall >= goals.recall);
      expect({ kind, precision }, seen).toSatisfy(() => precision >= goals.precision);
    }
  });
});
