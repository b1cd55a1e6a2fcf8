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
  'recovery/find-text.ts: subject.kind',
  'bulk/create-job.ts: known',
  "core/inputs.ts: fields.slice(1).join(', ')",
  'core/account/ceilings.ts: figure',
  'core/account/ceilings.ts: span',
  'core/inputs.ts: hint',
  'core/inputs.ts: param',
  'core/ip/network.ts: bits',
  "core/people/seniority.ts: SENIORITIES.join(', ')",
  "core/phone/number.ts: refusals.get('TOO_LONG')",
  'core/phone/number.ts: refusals.get(error.message)',
  'core/records/csv.ts: this.#startLine',
  'core/social/address.ts: platform',
  "core/social/platforms.ts: platforms.join(', ')",
  'dashboard/monitors/pasted-members.ts: line',
  'dashboard/monitors/pasted-members.ts: match[2]',
  'feeds/fetch-feed.ts: maxBytes',
  'feeds/fetch-feed.ts: response.status',
  'feeds/range-feed.ts: before.rows',
  'feeds/range-feed.ts: rows',
  'feeds/rank-feed.ts: before.rows',
  'feeds/rank-feed.ts: rows',
  'feeds/refresh-feed.ts: state.lastError',
  'feeds/refresh-rdap-bootstrap.ts: rows',
  'http/bulk/arriving-job.ts: position',
  'http/bulk/json-reader.ts: this.#maxBytes',
  "http/errors.ts: methods.join(', ')",
  'http/json-body.ts: maxBytes',
  'mcp/routes.ts: bytes',
  'monitors/members.ts: members',
  'monitors/read-members.ts: name',
  'monitors/read-members.ts: place',
  'monitors/read-members.ts: problem',
  'pipeline/admit.ts: available',
  'pipeline/admit.ts: required',
  'pipeline/admit.ts: upgradeMessage(admission.status)',
  'pipeline/ask-sources.ts: name',
  'pipeline/breakers.ts: source',
  'pipeline/classify-failure.ts: name',
  'pipeline/sandbox.ts: subjects',
  'products/person/contact-input.ts: maxChars',
  'products/web/website-scraper/product.ts: renderedPage.name',
  "records/import-records.ts: Object.keys(datasets).join(', ')",
  'records/import-records.ts: id',
  'records/loading.ts: row.problem',
  'records/number-writer.ts: this.#dataset.keys[0].columns[0]',
  'records/parse-record.ts: issue?.message',
  "records/parse-record.ts: issue?.path.join('.')",
  "records/parse-record.ts: key.columns.join(', ')",
  'records/parse-record.ts: namesOfKeys(dataset)',
  "records/parse-record.ts: only.columns.find((name) => cellOf(columns, name) === '')",
  'records/read-rows.ts: line + lines.length + 1',
  'records/read-rows.ts: missing',
  'records/read-rows.ts: namesOfKeys(dataset)',
  "sources/feeds/complaints-ftc.ts: missing.map(([name]) => COLUMNS[name as keyof typeof COLUMNS]).join(', ')",
  'recovery/find-text.ts: subject.kind',
  'sources/feeds/range-list.ts: this.#malformed',
  'sources/feeds/read-feed.ts: maxChars',
  'sources/feeds/unpack.ts: maxBytes',
  'sources/rdap.ts: reason',
  'sources/registration.ts: query.domain.tld',
  'sources/upstream/from-upstream.ts: own.name',
  'uploads/job-rows.ts: position',
  'uploads/read-upload.ts: line',
  'uploads/read-upload.ts: problem',
  'uploads/receive-upload.ts: MAX_UPLOAD_BYTES / 1_048_576',
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
