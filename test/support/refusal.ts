import { expect } from 'vitest';

/** The body of a refusal with this code. @param error more fields of `error` that it must have */
export const refusal = (code: string, error: Record<string, unknown> = {}) => ({
  success: false,
  error: expect.objectContaining({
    message: expect.any(String),
    code,
    type: 'api_error',
    doc_url: expect.stringMatching(new RegExp(`^https?://[^/]+/docs/errors#${code}$`)),
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ...error,
  }),
});
