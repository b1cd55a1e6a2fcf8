export interface Field {
  /** Its name in the body, with a dot before a part of an object. */
  path: string;
  required?: boolean;
  kind?: string;
  description?: string;
}

export interface Product {
  name: string;
  id: string;
  summary: string;
  credits: { up_to: number; per?: string };
  bulkType: string | null;
  fields: readonly Field[];
}
