import { parseEmailAddress } from '../../../src/domain/email/address.ts';
import {
  metadataSection,
  recommendationsSection,
  riskSection,
} from '../../../src/lookup/envelope.ts';
import type { World } from '../../../src/lookup/world.ts';
import { deriveEmail } from '../../../src/products/email/email/conclusion.ts';
import type { EmailFact } from '../../../src/products/email/email/fact.ts';
import { email } from '../../../src/products/email/email/product.ts';
import { answerOf, askIn } from '../../support/answer.ts';

/** Every section of a fact, and what was concluded from it. */
export function present(fact: EmailFact, text: string) {
  const input = { email: parseEmailAddress(text) };
  const { metadata, ...answer } = answerOf(email, fact, input);
  return {
    ...answer,
    profile: deriveEmail(fact, input.email),
    risk: riskSection.parse(answer.risk),
    recommendations: recommendationsSection.parse(answer.recommendations),
    metadata: metadataSection.partial().parse(metadata),
  };
}

/** A lookup as the pipeline runs it, without money, cache and retries. */
export async function verify(text: string, world: World) {
  const fact = await email.sources.resolve({ email: parseEmailAddress(text) }, askIn(world));
  return present(fact, text);
}
