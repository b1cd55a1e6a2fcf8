import { createConfig, lintFromString, type NormalizedProblem } from '@redocly/openapi-core';

/** Findings that are right about the document and wrong about the service. */
const ACCEPTED = [
  // GET /health takes no key and no input, so there is nothing to refuse it for.
  { ruleId: 'operation-4xx-response', pointer: '#/paths/~1health/get/responses' },
];

const isAccepted = ({ ruleId, location }: NormalizedProblem): boolean =>
  ACCEPTED.some(
    (accepted) =>
      accepted.ruleId === ruleId && location.some(({ pointer }) => pointer === accepted.pointer),
  );

/**
 * What an independent linter has against an OpenAPI document, one line for each error or warning.
 */
export async function openApiProblems(document: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  });
  return problems
    .filter((problem) => !isAccepted(problem))
    .map(
      ({ severity, ruleId, message, location }) =>
        `${severity} ${ruleId} ${location[0]?.pointer ?? ''}: ${message}`,
    );
}
