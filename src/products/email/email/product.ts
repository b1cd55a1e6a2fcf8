import * as z from 'zod';
import { emailAddress } from '../../../core/email/address.ts';
import { defineProduct } from '../../../core/lookup/product.ts';
import { classifyEmail, emailClassification } from './classification.ts';
import { EMAIL_FACT_VERSION, emailSources } from './fact.ts';
import { describeEmail, emailInsights } from './insights.ts';
import { profileEmail } from './profile.ts';
import { recommendEmail } from './recommend.ts';
import { emailSandbox } from './sandbox.ts';
import { EMAIL_RISK } from './scoring.ts';

/**
 * Will mail to this address arrive, whose address is it likely to be, and can its domain be
 * trusted?
 */
export const email = defineProduct({
  path: '/email',
  type: 'email',
  summary: 'Verify an email address',
  tier: 'standard',
  input: z.object({ email: emailAddress }),
  subject: ({ email: address }) => address.text,
  sources: emailSources,
  conclude: (fact, { email: address }) => profileEmail(fact, address),
  price: { upTo: 1, charge: (_, { email: address }) => (address.fault === null ? 1 : 0) },
  classification: { schema: emailClassification, from: classifyEmail },
  insights: { schema: emailInsights, from: describeEmail },
  risk: EMAIL_RISK,
  recommend: recommendEmail,
  metadata: ({ fact: { mailboxStage } }) => ({ fallback_used: mailboxStage === 'ANSWERED' }),
  bulk: 'email_validation',
  factVersion: EMAIL_FACT_VERSION,
  sandbox: emailSandbox,
  example: { email: 'jane.doe@example.com' },
});
