import { expect, it } from 'vitest';
import { classifyFailure } from '../../../src/lookup/pipeline/failure-codes.ts';
import { createBrowserRenderer } from '../../../src/web-reader/rendered-page.ts';

const rendererAnswering = (answer: unknown) =>
  createBrowserRenderer({ quickAction: async () => answer });

it('reads the HTML of a bare reply, an object and a response', async () => {
  const object = { success: true, result: '<h1>Title</h1>' };
  for (const answer of ['<h1>Title</h1>', object, Response.json(object)]) {
    expect(await rendererAnswering(answer)('https://example.com/')).toBe('<h1>Title</h1>');
  }
});

it('is an upstream failure, about the page when the browser says so and about the browser when it makes no sense', async () => {
  const refused = rendererAnswering({
    success: false,
    errors: [{ code: 6002, message: 'timeout' }],
  });
  await expect(refused('https://example.com/')).rejects.toMatchObject({
    code: 'UPSTREAM_ERROR',
    aboutInput: true,
  });
  const unreadable = await rendererAnswering({ oops: 1 })('https://example.com/').catch(
    (error) => error,
  );
  expect(classifyFailure(unreadable, { kind: 'open' })).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    aboutInput: false,
  });
});
