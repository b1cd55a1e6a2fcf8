/** What a request of Stripe's API may say; undefined is left out. */
export type FormValue =
  | string
  | number
  | boolean
  | undefined
  | readonly FormValue[]
  | { readonly [name: string]: FormValue };

function append(form: URLSearchParams, name: string, value: FormValue): void {
  if (value === undefined) return;
  if (typeof value !== 'object') form.append(name, String(value));
  else for (const [part, inner] of Object.entries(value)) append(form, `${name}[${part}]`, inner);
}

/** Parameters as Stripe reads them: `line_items[0][price]=…` (API reference, "Requests"). */
export function formOf(params: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) append(form, name, value as FormValue);
  return form;
}
