import type { MaybePromise } from '../../src/lib/maybe-promise.ts';

/** The command line makes no sense; told apart from a refusal by its exit code. */
export class WrongUsage extends Error {}

/** What goes over the wire for one command. */
export interface OperatorRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /admin. */
  path: string;
  body?: Fields;
  /** A file sent as it is, as a stream. */
  file?: string;
  /** Rows of NDJSON. */
  rows?: string;
  /** Sent first; what it answers is not shown. */
  before?: OperatorRequest;
  /** The answer is no JSON envelope: it goes to standard output as it comes. */
  streams?: true;
  /** Asked again with the cursor of the answer until there is none; `findings` are gathered. */
  steps?: true;
}

/** An answer of the command line itself: printed as it is, and the service is not asked. */
export interface LocalText {
  text: string;
}

/** Options that were given, under their names on the wire. */
export type Fields = Readonly<Record<string, unknown>>;

interface Option {
  about: string;
  required?: boolean;
  /** Name on the wire; by default its own, with underscores. */
  field?: string;
  /** What the text stands for; by default itself. */
  reads?(text: string): unknown;
}

/** One command of the CLI, as data: help, argument checks and the request all come from here. */
export interface Verb {
  summary: string;
  /** Names of the positional arguments; all of them are required. */
  args: readonly string[];
  options: Readonly<Record<string, Option>>;
  /** A promise where it needs code of the service, which takes most of a second to load. */
  request(args: readonly string[], fields: Fields): MaybePromise<OperatorRequest | LocalText>;
  /** The part of the answer that is printed; all of it by default. */
  pick?(data: unknown): unknown;
  /** Whether the answer is one that a script is to stop at: exit code 1. */
  fails?(data: unknown): boolean;
  /** The answer as a person reads it, for standard error beside the JSON. */
  draw?(data: unknown): string;
}

export type Verbs = Readonly<Record<string, Verb>>;

/** A figure that is none goes as text, so that the service says what is wrong with it. */
export const figure = (text: string): number | string =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

export const list = (text: string): string[] => text.split(',').map((item) => item.trim());

/** @param values as the command line gave them, by option */
export function fieldsOf(
  { options }: Verb,
  values: Readonly<Record<string, string | undefined>>,
): Fields {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, { field, reads }]) => {
      const text = values[name];
      if (text === undefined) return [];
      return [[field ?? name.replaceAll('-', '_'), reads ? reads(text) : text]];
    }),
  );
}

/** The fields as a query string, its question mark included; '' of none. */
export function query(fields: Fields): string {
  const given = new URLSearchParams(fields as Record<string, string>).toString();
  return given && `?${given}`;
}

/** Paths of the things below a path: by id, and what follows it. */
export const pathBelow =
  (parent: string) =>
  (id: string | undefined, rest = ''): string =>
    `${parent}/${encodeURIComponent(id ?? '')}${rest}`;

export const organization = pathBelow('/organizations');

export const PAGE = {
  limit: { about: 'Entries of a page' },
  cursor: { about: 'next_cursor of the page before' },
} as const;
