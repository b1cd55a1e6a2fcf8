import type { Room } from '../mutant.ts';

const LOOKUP = 'test/lookup/lookup.test.ts';
const PAYMENT = 'test/contract/payment.test.ts';
const IDEMPOTENCY = 'test/http/idempotency.test.ts';

/** What a lookup asks of its account, and when. */
export const pipeline: Room = {
  name: 'pipeline',
  mutants: [
    {
      name: 'a refusal does not wait for its void',
      file: 'src/lookup/pipeline/account-calls.ts',
      find: '  ports.defer(first);\n  await first;\n',
      replace: '  ports.defer(first);\n',
      tests: [LOOKUP],
    },
    {
      name: 'a lost void is not sent again',
      file: 'src/lookup/pipeline/account-calls.ts',
      find: "    ports.defer(retryLater(step, 'a lookup could not be voided', ports));\n",
      replace: '',
      tests: [LOOKUP],
    },
    {
      name: 'a lost settlement is not sent again',
      file: 'src/lookup/pipeline/account-calls.ts',
      find: "step().catch(() => retryLater(step, 'a lookup could not be settled', ports))",
      replace: 'step().catch(() => undefined)',
      tests: [LOOKUP],
    },
    {
      name: 'what does not get through is given up after the second try',
      file: 'src/lookup/pipeline/account-calls.ts',
      find: '      ports.warn(message, cause);\n',
      replace: '      return ports.warn(message, cause);\n',
      tests: [LOOKUP],
    },
    {
      name: 'a settlement that got through is sent again all the same',
      file: 'src/lookup/pipeline/account-calls.ts',
      find: '      await step();\n      return;\n',
      replace: '      await step();\n',
      tests: [LOOKUP],
    },
    {
      name: 'a lookup that failed is not voided',
      file: 'src/lookup/pipeline/lookup.ts',
      find: '  } catch (error) {\n    await voidFailedLookup(principal.id, id, ports);\n    throw error;\n',
      replace: '  } catch (error) {\n    throw error;\n',
      tests: [LOOKUP],
    },
    {
      name: 'an order whose answer was lost is not voided',
      file: 'src/lookup/pipeline/lookup.ts',
      find: "      if (error.code !== 'SERVICE_BUSY') await voidFailedLookup(principal.id, id, ports);\n",
      replace: '',
      tests: [LOOKUP],
    },
    {
      name: 'a lookup that costs less than was set aside is not settled',
      file: 'src/lookup/pipeline/account-calls.ts',
      find: 'const changesAccount = !quote.free || ',
      replace: 'const changesAccount = ',
      tests: [LOOKUP, PAYMENT],
    },
    {
      name: 'an answer counts what was set aside as spent',
      file: 'src/lookup/pipeline/account-calls.ts',
      find: 'left: available + credits - used };',
      replace: 'left: available };',
      tests: [LOOKUP, PAYMENT],
    },
    {
      name: 'an answer is returned although its price was not paid',
      file: 'src/lookup/pipeline/account-calls.ts',
      find: '  if (!outcome.paid) throw insufficientCredits(outcome);\n  return { used: outcome.credits, left: outcome.available };',
      replace: '  return { used: outcome.paid ? outcome.credits : 0, left: outcome.available };',
      tests: [LOOKUP],
    },
    {
      name: 'the network is asked before the account has said yes',
      file: 'src/lookup/pipeline/lookup.ts',
      find: '  const stored = readStored(prepared, principal.id, ports);\n',
      replace:
        '  prepared.allowNetwork();\n  const stored = readStored(prepared, principal.id, ports);\n',
      tests: [LOOKUP],
    },
    {
      name: 'an answer is stored only once it is paid',
      file: 'src/lookup/pipeline/lookup.ts',
      find: '    ports.defer(writeCache(call, inputHash, found, windowEndsAt, ports));\n',
      replace:
        "    if (order.step !== 'estimate') ports.defer(writeCache(call, inputHash, found, windowEndsAt, ports));\n",
      tests: [LOOKUP],
    },
    {
      name: 'a bypass is paid twice when its answer was lost',
      file: 'src/lookup/pipeline/lookup-request.ts',
      find: 'bypass: bypass && !paid }, ports)',
      replace: 'bypass }, ports)',
      tests: [IDEMPOTENCY],
    },
    {
      name: 'a failed lookup keeps its Idempotency-Key',
      file: 'src/lookup/pipeline/lookup-request.ts',
      find: '    await release();\n    throw error;',
      replace: '    throw error;',
      tests: [IDEMPOTENCY],
    },
    {
      name: 'an answer is kept for a replay after the reply',
      file: 'src/lookup/pipeline/lookup-request.ts',
      find: '      await ports.replays\n        .put(id, name, firstAskedAt, data)',
      replace: '      void ports.replays\n        .put(id, name, firstAskedAt, data)',
      tests: [IDEMPOTENCY],
    },
    {
      name: 'an answer that cannot be kept for a replay is refused',
      file: 'src/lookup/pipeline/lookup-request.ts',
      find: "        .catch((cause) => ports.warn('an answer could not be kept for a replay', cause));",
      replace: '        .finally(() => undefined);',
      tests: [IDEMPOTENCY],
    },
    {
      name: 'rows are read from a replica that is older than the manifest',
      file: 'src/lookup/records/store.ts',
      find: 'binding.withSession(bookmark ?? firstRead)),',
      replace: "binding.withSession('first-unconstrained')),",
      tests: ['test/records/replicas.test.ts'],
    },
    {
      name: 'a call to an object that broke is not made once more',
      file: 'src/lib/durable-objects.ts',
      find: 'if (attempt === attempts || cause instanceof RangeError) throw cause;',
      replace: 'throw cause;',
      tests: ['test/accounts/ledger/orders.test.ts', 'test/accounts/accounts.test.ts'],
    },
  ],
};
