export type MaybePromise<T> = T | Promise<T>;

/** Like `then`, but maps a value that is not a promise synchronously, without a microtask. */
export const mapMaybePromise = <Known, Answer>(
  known: MaybePromise<Known>,
  answer: (known: Known) => MaybePromise<Answer>,
): MaybePromise<Answer> => (known instanceof Promise ? known.then(answer) : answer(known));

/** Like `Promise.all`, but synchronous if no value is a promise. */
export const mapAllMaybePromise = <Known, Answer>(
  known: readonly MaybePromise<Known>[],
  answer: (known: readonly Known[]) => MaybePromise<Answer>,
): MaybePromise<Answer> =>
  known.some((one) => one instanceof Promise)
    ? Promise.all(known).then(answer)
    : answer(known as readonly Known[]);

/** Coroutine for {@link runSteps}: like an async function, with `yield* known()` for `await`. */
export type Steps<Answer> = Generator<Promise<unknown>, Answer, unknown>;

/** `await` of {@link Steps}; continues synchronously with a value that is not a promise. */
export function* known<T>(value: MaybePromise<T>): Steps<T> {
  return value instanceof Promise ? ((yield value) as T) : value;
}

/** `await Promise.all` of {@link Steps}. */
export function* knownAll<Values extends readonly unknown[]>(
  values: readonly [...{ [At in keyof Values]: MaybePromise<Values[At]> }],
): Steps<Values> {
  return values.some((value) => value instanceof Promise)
    ? ((yield Promise.all(values)) as Values)
    : (values as unknown as Values);
}

/**
 * Runs a coroutine, synchronously until it waits for a promise. A lookup that is answered from
 * tables in memory thus creates no promise, where async functions would create a dozen.
 * @throws what the steps throw before their first promise; later errors reject the promise
 */
export function runSteps<Answer>(steps: Steps<Answer>): MaybePromise<Answer> {
  const next = steps.next();
  return next.done ? next.value : finishSteps(steps, next.value);
}

async function finishSteps<Answer>(steps: Steps<Answer>, first: Promise<unknown>): Promise<Answer> {
  for (let waiting = first; ; ) {
    let next: IteratorResult<Promise<unknown>, Answer>;
    try {
      next = steps.next(await waiting);
    } catch (error) {
      // If the steps threw it themselves, they have ended and throw it again.
      next = steps.throw(error);
    }
    if (next.done) return next.value;
    waiting = next.value;
  }
}
