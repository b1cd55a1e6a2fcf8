import { expect, it } from 'vitest';
import { isNode, modulePaths, type Node, readModule } from './syntax.ts';

/** Errors whose messages reach a caller, an agent or the operator. */
const SHOWN = /^(?:ApiError|UnusableInput|FeedError|Refused)$/;

const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? '') : '');
const isConstant = (node: unknown): boolean => /^[A-Z][A-Z\d_]*$/.test(nameOf(node));

/** A message made elsewhere, where this rule holds as well. */
const isMessage = ({ type, name, property }: Node): boolean =>
  (type === 'Identifier' && name === 'message') ||
  (type === 'MemberExpression' && nameOf(property) === 'message');

const isOwn = (node: Node): boolean =>
  node.type === 'Literal' ||
  isConstant(node) ||
  isConstant(node.object) ||
  isMessage(node) ||
  nameOf(node) === 'undefined' ||
  (node.type === 'CallExpression' &&
    ['quoted', 'quotedType', 'tooOften'].includes(nameOf(node.callee)));

/** What a message holds that is neither written here, nor a constant, nor quoted. */
function* foreignIn(node: Node): Generator<Node> {
  if (isOwn(node)) return;
  if (node.type === 'TemplateLiteral') {
    for (const part of node.expressions as Node[]) yield* foreignIn(part);
  } else if (node.type === 'ConditionalExpression' || node.type === 'LogicalExpression') {
    for (const part of [node.consequent, node.alternate, node.left, node.right])
      if (isNode(part)) yield* foreignIn(part);
  } else yield node;
}

/** The messages of an error that is made, or a variable that holds one. */
function messagesAt(node: Node): Node[] {
  if (node.type === 'VariableDeclarator' && nameOf(node.id) === 'message')
    return isNode(node.init) && node.init.type === 'TemplateLiteral' ? [node.init] : [];
  if (node.type !== 'NewExpression' || !SHOWN.test(nameOf(node.callee))) return [];
  const args = node.arguments as Node[];
  return args
    .slice(nameOf(node.callee) === 'ApiError' ? 1 : 0, 2)
    .filter(({ type }) => type !== 'ObjectExpression');
}

/** Numbers, and names that are written in this repository. */
const OURS: ReadonlySet<string> = new Set([
  'http/admin/ledger.ts: status',
  'operations/alerts.ts: reason',
  'lookup/pipeline/account-calls.ts: shortageText(required, available)',
  'billing/top-up.ts: pack.priceUsd',
  'accounts/sign-in/attempt-limits.ts: spanText(wait)',
  'uploads/uploads.ts: MAX_XLSX_BYTES / 1_048_576',
  'uploads/xlsx/workbook.ts: unpacked.most / MIB',
  'http/request/list-body.ts: called',
  'http/request/list-body.ts: other',
  'uploads/json-lines.ts: number + long + 1',
  'uploads/json-lines.ts: position',
  'uploads/json-lines.ts: names',
  'accounts/sign-in/passwords.ts: problem',
  'accounts/team/invitations.ts: why',
  'open-data/registration/registration.ts: silent',
  'records/writers.ts: this.dataset.keys[0].columns[0]',
  'bulk/job-creation.ts: known',
  'agents/tools/toolbox.ts: known',
  "lib/inputs.ts: fields.slice(1).join(', ')",
  'lookup/account/quotas.ts: figure',
  'lookup/jobs/files.ts: called',
  'lookup/jobs/files.ts: row',
  'lookup/jobs/files.ts: rows',
  'lookup/jobs/files.ts: width',
  'lookup/account/quotas.ts: span',
  'lib/inputs.ts: hint',
  'lib/inputs.ts: kind',
  'http/request/errors.ts: hint',
  'http/request/validation.ts: before.length',
  'http/request/validation.ts: column',
  'http/admin/shared.ts: param',
  'lib/inputs.ts: param',
  'domain/ip/address.ts: surplusOf(text)',
  "records/rows.ts: faults.slice(0, MAX_FAULTS).join('; ')",
  "domain/person/prospect.ts: SENIORITIES.join(', ')",
  "domain/phone/number.ts: PARSE_ERRORS.get('TOO_LONG')",
  'domain/phone/number.ts: PARSE_ERRORS.get(error.message)',
  'lib/csv.ts: this.#startLine',
  'domain/social/address.ts: platform',
  "domain/social/platforms.ts: platforms.join(', ')",
  'open-data/feeds/download.ts: maxBytes',
  'open-data/feeds/download.ts: response.status',
  'open-data/feeds/stored-ranges.ts: before.rows',
  'open-data/feeds/stored-ranges.ts: rows',
  'open-data/feeds/refresh.ts: state.lastError',
  'open-data/registration/rdap-bootstrap.ts: rows',
  'uploads/json-lines.ts: number',
  'http/v1/bulk-body.ts: position',
  'http/v1/bulk-body.ts: this.#maxBytes',
  "http/request/errors.ts: methods.join(', ')",
  'http/request/validation.ts: maxBytes',
  'agents/tools/routes.ts: bytes',
  'monitors/members.ts: MEMBER_WIRE[kind].field',
  'monitors/members.ts: why',
  'monitors/members.ts: members',
  'monitors/members.ts: name',
  'monitors/members.ts: list',
  'monitors/members.ts: reason',
  'monitors/members.ts: row',
  'monitors/members.ts: problem',
  'lookup/pipeline/lookup-request.ts: param',
  'lookup/pipeline/lookup-request.ts: problem',
  'lookup/pipeline/account-calls.ts: left',
  'lookup/pipeline/account-calls.ts: limit',
  'lookup/pipeline/account-calls.ts: required',
  'lookup/pipeline/account-calls.ts: resetsAt',
  'lookup/pipeline/account-calls.ts: subject',
  'lookup/pipeline/account-calls.ts: upgradeMessage(admission.status)',
  'lookup/pipeline/answer.ts: subjects',
  'products/person/contact-fact.ts: maxChars',
  "records/import.ts: Object.keys(datasets).join(', ')",
  'records/import.ts: id',
  'records/import.ts: row.problem',
  "records/rows.ts: key.columns.join(', ')",
  'records/rows.ts: keyColumnNames(dataset)',
  "records/rows.ts: only.columns.find((name) => cellOf(columns, name) === '')",
  'records/rows.ts: line + lines.length + 1',
  'records/rows.ts: missing',
  // biome-ignore format: one text
  "open-data/feeds/complaint-feeds.ts: missing.map(([name]) => FTC_COLUMNS[name as keyof typeof FTC_COLUMNS]).join(', ')",
  'recovery/person-erasure.ts: param',
  'open-data/feeds/range-list.ts: this.#malformed',
  'open-data/feeds/archive.ts: maxBytes',
  'open-data/registration/registry-cache.ts: reason',
  'uploads/column-mapping.ts: position',
  // Each of them is quoted.
  "uploads/list-columns.ts: enumerate(names, 'or')",
  'uploads/uploads.ts: line',
  'uploads/uploads.ts: problem',
  'uploads/uploads.ts: MAX_UPLOAD_BYTES / 1_048_576',
]);

it('no message of an error holds foreign text that is not quoted', () => {
  const foreign = new Set<string>();
  for (const path of modulePaths()) {
    const { text, nodes } = readModule(path);
    for (const node of nodes)
      for (const message of messagesAt(node))
        for (const part of foreignIn(message))
          foreign.add(`${path}: ${text.slice(part.start, part.end)}`);
  }
  expect([...foreign].filter((part) => !OURS.has(part))).toEqual([]);
  expect([...OURS].filter((part) => !foreign.has(part))).toEqual([]);
});
