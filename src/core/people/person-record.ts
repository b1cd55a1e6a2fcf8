/** Who a number belongs to, whoever was asked; null is what the source does not say. */
export interface PersonRecord {
  /** The name as the record has it: a caller name is often cut to 15 characters (CNAM). */
  fullName: string | null;
  firstName: string | null;
  lastName: string | null;
  secondaryName: string | null;
  companyName: string | null;
  email: string | null;
  phoneType: 'MOBILE' | 'LANDLINE' | 'VOIP' | null;
  address: {
    line1: string | null;
    line2: string | null;
    city: string | null;
    state: string | null;
    zip: string | null;
    zip4: string | null;
  };
  /** Date of the operator's file; null for whoever was asked now. */
  asOf: string | null;
}
