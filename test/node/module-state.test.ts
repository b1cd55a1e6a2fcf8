import { expect, it } from 'vitest';
import { REMEMBERING } from '../support/forget-modules.ts';
import { isNode, modulePaths, type Node, readModule } from './syntax.ts';

// What a module remembers is shared by every request and tenant of an isolate, and by test files of
// one runtime. The modules that remember what was found out are evaluated anew for each test file
// (test/support/forget-modules); all others may hold only what follows from its key.

/** Hold what follows from its key alone, whoever asks first. */
const MEMOS = [
  ...['accounts/keys/api-key.ts', 'agents/oauth/server.ts', 'lib/json-schema.ts', 'lib/time.ts'],
  ...['lookup/pipeline/fact-cache.ts', 'open-data/ranges/table.ts'],
  // By the outbound client, which `services.ts` makes.
  ...['rdap-bootstrap', 'registration', 'registry-cache'].map(
    (name) => `open-data/registration/${name}.ts`,
  ),
];

/** Hold nothing, ever. */
const EMPTY = ['accounts/ledger/account-state.ts', 'web-reader/html/tokenizer.ts'];

const WRITABLE = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Lru', 'StaleWhileRevalidate']);

/** Whether a variable at the top of a module may change, or hold what changes. */
function isState(kind: unknown, { init, id }: Node): boolean {
  if (kind !== 'const') return true;
  if (!isNode(init) || init.type !== 'NewExpression' || !isNode(init.callee)) return false;
  const made = String(init.callee.name);
  const isTable = /^(?:Map|Set)$/.test(made) && (init.arguments as Node[]).length > 0;
  const type = isNode(id) && isNode(id.typeAnnotation) ? id.typeAnnotation.typeAnnotation : null;
  const named = isNode(type) && isNode(type.typeName) ? String(type.typeName.name) : '';
  return WRITABLE.has(made) && !isTable && !named.startsWith('Readonly');
}

function holdsState(path: string): boolean {
  const [program] = readModule(path).nodes;
  return ((program?.body ?? []) as Node[])
    .map((statement) => (isNode(statement.declaration) ? statement.declaration : statement))
    .filter(({ type }) => type === 'VariableDeclaration')
    .some(({ kind, declarations }) =>
      (declarations as Node[]).some((variable) => isState(kind, variable)),
    );
}

it('is held by the modules that are known to hold it', () => {
  expect(modulePaths().filter(holdsState)).toEqual([...REMEMBERING, ...MEMOS, ...EMPTY].sort());
});
