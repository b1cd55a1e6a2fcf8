import { parseEmailAddress } from '../../src/core/email-address.ts';
import { metadataSection, recommendationsSection, riskSection } from '../../src/core/envelope.ts';
import type { World } from '../../src/core/ports.ts';
import { email } from '../../src/products/email/email.ts';
import type { EmailFact } from '../../src/products/email/fact.ts';
import { profileEmail } from '../../src/products/email/profile.ts';

const CONTEXT = { id: '00000000-0000-4000-8000-000000000000', foundAt: '2026-11-01T00:00:00.000Z' };

/** Every section by its schema, off a fact that went through JSON as the cache would return it. */
export function present(fact: EmailFact, text: string) {
  const input = { email: parseEmailAddress(text) };
  const kept = JSON.parse(JSON.stringify(fact)) as EmailFact;
  const risk = riskSection.strict().parse(email.risk?.(kept, input));
  return {
    profile: profileEmail(kept, input.email),
    classification: email.classification.schema.parse(
      email.classification.from(kept, input, CONTEXT),
    ),
    insights: email.insights.schema.parse(email.insights.from(kept, input, CONTEXT)),
    risk,
    recommendations: recommendationsSection.parse(email.recommend?.(kept, risk, input)),
    metadata: metadataSection.partial().parse(email.metadata?.(kept, input)),
    price: email.price.charge(kept, input),
  };
}

/** A lookup as the pipeline runs it, without money, cache and retries. */
export async function verify(text: string, world: World) {
  const fact = await email.sources.resolve(
    { email: parseEmailAddress(text) },
    async (source, query) => {
      if (!(await source.available(world))) return undefined;
      return source.ask(query, world);
    },
  );
  return present(fact, text);
}
