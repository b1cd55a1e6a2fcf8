import { createConfig, lintFromString, type NormalizedProblem } from '@redocly/openapi-core';
import { WINDOWS } from '../src/access/windows.ts';
import { describeApi } from '../src/http/openapi/describe-api.ts';
import { families } from '../src/products/index.ts';

/** The recommended rules, less those that cannot hold here. */
const RULES = {
  // The document describes an operator's paid service. Its terms are the operator's; a licence named here would be invented.
  'info-license': 'off',
  'info-license-strict': 'off',
} as const;

/** Findings that are right about the document and wrong about the service. */
const ACCEPTED = [
  // GET /health takes no key and no input, so there is nothing to refuse it for.
  { ruleId: 'operation-4xx-response', pointer: '#/paths/~1health/get/responses' },
];

const isAccepted = ({ ruleId, location }: NormalizedProblem): boolean =>
  ACCEPTED.some((accepted) => accepted.ruleId === ruleId && location.some(({ pointer }) => pointer === accepted.pointer));

const config = await createConfig({ extends: ['recommended'], rules: RULES });
const source = JSON.stringify(describeApi(families, WINDOWS), null, 2);
const problems = (await lintFromString({ source, absoluteRef: 'openapi.json', config })).filter((problem) => !isAccepted(problem));

for (const { severity, ruleId, message, location } of problems)
  console.error(`${severity} ${ruleId} ${location[0]?.pointer ?? ''}: ${message}`);
console.log(`openapi.json: ${problems.length} problems, ${Math.round(source.length / 1_024)} KiB`);
if (problems.length > 0) process.exitCode = 1;
