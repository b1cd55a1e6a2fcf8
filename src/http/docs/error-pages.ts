import { ApiError, ERRORS, type ErrorCode } from '../../lib/errors.ts';
import { refusalBody } from '../../lookup/envelope.ts';
import { EXAMPLE_ID } from '../openapi/examples.ts';
import { isRetryable } from '../openapi/service-overview.ts';
import { type Block, codeBlock, formatJson, heading } from './blocks.ts';
import errorAdvice from './error-advice.json' with { type: 'json' };

interface ErrorAdvice {
  /** When the code is returned. */
  means: string;
  /** What the caller can do. */
  remedy: string;
}

const ERROR_ADVICE: Readonly<Record<ErrorCode, ErrorAdvice>> = errorAdvice;

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

const retryAdvice = (code: ErrorCode): string =>
  isRetryable(code)
    ? 'Worth a retry.'
    : 'Not worth a retry: the request fails the same way until something changes.';

export const errorSummary = (code: ErrorCode): string =>
  `HTTP ${ERRORS[code].status}. ${ERRORS[code].message} ${retryAdvice(code)}`;

/** Meaning, remedy and example of a code. */
export const errorBlocks = (code: ErrorCode, origin: string): Block[] => [
  heading('What it means'),
  ERROR_ADVICE[code].means,
  heading('What to do'),
  ERROR_ADVICE[code].remedy,
  heading('How it looks'),
  codeBlock(
    `A refusal with ${code}`,
    'json',
    formatJson(refusalBody(new ApiError(code), { requestId: EXAMPLE_ID, origin })),
  ),
  'The message differs with the cause; every code is under [errors](/docs/errors).',
];

/** Every code under an anchor of its name, the target of `error.doc_url`. */
export const errorIndexBlocks = (): Block[] =>
  ERROR_CODES.flatMap((code): Block[] => [
    heading(code, 2, code),
    errorSummary(code),
    `${ERROR_ADVICE[code].means} [What to do about ${code}](/docs/errors/${code})`,
  ]);
