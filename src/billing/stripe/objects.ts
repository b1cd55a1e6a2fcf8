import * as z from 'zod';

// Schemas of Stripe's objects, as far as they are used. Times are seconds since the epoch, amounts
// are cents. Fields that rules depend on are required; all others are ignored.

const metadataSchema = z.record(z.string(), z.string()).nullish();

/** An object, or its id if it was not expanded. */
export const expandableId = z.union([
  z.string(),
  z.object({ id: z.string() }).transform(({ id }) => id),
]);

export const customerSchema = z.object({
  id: z.string(),
  deleted: z.boolean().optional(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  invoice_settings: z.object({ default_payment_method: expandableId.nullish() }).nullish(),
  metadata: metadataSchema,
});

export type Customer = z.infer<typeof customerSchema>;

export const paymentMethodSchema = z.object({ id: z.string() });

export const priceSchema = z.object({
  id: z.string(),
  product: expandableId.optional(),
  lookup_key: z.string().nullish(),
  unit_amount: z.number().nullish(),
  currency: z.string(),
  recurring: z.object({ interval: z.string(), interval_count: z.number() }).nullish(),
  metadata: metadataSchema,
});
export type Price = z.infer<typeof priceSchema>;

const latestInvoice = z.object({
  id: z.string(),
  status: z.string().nullish(),
  hosted_invoice_url: z.string().nullish(),
});

export const subscriptionSchema = z.object({
  id: z.string(),
  status: z.string(),
  created: z.number(),
  ended_at: z.number().nullish(),
  cancel_at: z.number().nullish(),
  cancel_at_period_end: z.boolean().catch(false),
  trial_end: z.number().nullish(),
  default_payment_method: expandableId.nullish(),
  items: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        current_period_start: z.number(),
        current_period_end: z.number(),
        price: priceSchema,
      }),
    ),
  }),
  latest_invoice: z.union([latestInvoice, z.string()]).nullish(),
});
export type StripeSubscription = z.infer<typeof subscriptionSchema>;

export const invoiceSchema = z.object({
  id: z.string(),
  created: z.number(),
  number: z.string().nullish(),
  status: z.string().nullish(),
  total: z.number(),
  currency: z.string(),
  hosted_invoice_url: z.string().nullish(),
  /** Present if expanded. */
  payments: z
    .object({
      data: z.array(z.object({ payment: z.object({ payment_intent: expandableId.nullish() }) })),
    })
    .nullish(),
  lines: z.object({
    data: z.array(
      z.object({
        period: z.object({ start: z.number(), end: z.number() }),
        parent: z
          .object({
            subscription_item_details: z
              .object({ subscription: z.string().nullish(), proration: z.boolean() })
              .nullish(),
          })
          .nullish(),
        pricing: z.object({ price_details: z.object({ price: expandableId }).nullish() }).nullish(),
      }),
    ),
  }),
});
export type Invoice = z.infer<typeof invoiceSchema>;

export const paymentSchema = z.object({
  id: z.string(),
  customer: expandableId.nullish(),
  status: z.string(),
  amount: z.number(),
  amount_received: z.number(),
  currency: z.string(),
  created: z.number(),
  metadata: metadataSchema,
  /** Undefined if it was not expanded. */
  latest_charge: z
    .union([
      z.object({
        id: z.string(),
        amount_refunded: z.number(),
        disputed: z.boolean(),
        receipt_url: z.string().nullish(),
      }),
      z.string().transform(() => undefined),
    ])
    .nullish(),
});
export type Payment = z.infer<typeof paymentSchema>;

export const reversalSchema = z.object({
  id: z.string(),
  amount: z.number(),
  status: z.string().nullish(),
  created: z.number(),
});
export type Reversal = z.infer<typeof reversalSchema>;

export const checkoutSchema = z.object({
  id: z.string(),
  url: z.string().nullish(),
  status: z.string().nullish(),
  expires_at: z.number(),
  mode: z.string(),
  metadata: metadataSchema,
});
