import { ApiError, type ErrorCode } from '../../core/errors.ts';
import type { ModelRunner } from '../../core/network.ts';

/** What is needed of the Workers AI binding. */
export interface AiBinding {
  run(model: string, input: Record<string, unknown>): Promise<unknown>;
}

/**
 * Codes in front of its messages (its documentation, "Errors"): the allowance of the account is
 * used up, no capacity is left, it took too long, the input is refused.
 */
const CODES: ReadonlyMap<string, ErrorCode> = new Map<string, ErrorCode>([
  ['3036', 'UPSTREAM_QUOTA_EXHAUSTED'],
  ['3040', 'SERVICE_UNAVAILABLE'],
  ['3007', 'UPSTREAM_TIMEOUT'],
  ['3008', 'UPSTREAM_TIMEOUT'],
  ['3003', 'UPSTREAM_ERROR'],
  ['3006', 'UPSTREAM_ERROR'],
  ['5004', 'UPSTREAM_ERROR'],
  ['5006', 'UPSTREAM_ERROR'],
  ['8001', 'UPSTREAM_ERROR'],
]);

const codeOf = (error: unknown): ErrorCode => {
  const [, code = ''] = /\b(\d{4}):/.exec(error instanceof Error ? error.message : '') ?? [];
  return CODES.get(code) ?? 'SERVICE_UNAVAILABLE';
};

/**
 * Models by the binding the operator made. Its message may name the input: only its code goes on.
 */
export const createModelRunner =
  (ai: AiBinding): ModelRunner =>
  async (model, input) => {
    try {
      return await ai.run(model, input);
    } catch (error) {
      throw new ApiError(codeOf(error));
    }
  };
