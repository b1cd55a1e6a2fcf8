export type MaybePromise<T> = T | Promise<T>;

/** `then` without a promise: a value known already is mapped synchronously, without a microtask. */
export const mapMaybePromise = <Known, Answer>(
  known: MaybePromise<Known>,
  answer: (known: Known) => MaybePromise<Answer>,
): MaybePromise<Answer> => (known instanceof Promise ? known.then(answer) : answer(known));

/** `Promise.all` in the same way: synchronous when no value is a promise. */
export const mapAllMaybePromise = <Known, Answer>(
  known: readonly MaybePromise<Known>[],
  answer: (known: readonly Known[]) => MaybePromise<Answer>,
): MaybePromise<Answer> =>
  known.some((one) => one instanceof Promise)
    ? Promise.all(known).then(answer)
    : answer(known as readonly Known[]);

/** The body of a function for {@link runSteps}: an async one with `yield* known()` for `await`. */
export type Steps<Answer> = Generator<Promise<unknown>, Answer, unknown>;

/** `await` of {@link Steps}: goes on at once with a value that is no promise. */
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
 * Trampoline of a coroutine: synchronous until it waits for a promise. A lookup that tables in
 * memory answer makes no promise so, where one of async functions makes a dozen.
 * @throws what the steps throw before their first promise; the promise rejects with the rest
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
      // Steps that threw it have ended, and throw it again.
      next = steps.throw(error);
    }
    if (next.done) return next.value;
    waiting = next.value;
  }
}
