/** A value, or a promise of it where it has to be read. */
export type MaybePromise<T> = T | Promise<T>;

/** `then` without a promise: a value known already is mapped synchronously, without a microtask. */
export const mapMaybePromise = <Known, Answer>(
  known: MaybePromise<Known>,
  answer: (known: Known) => MaybePromise<Answer>,
): MaybePromise<Answer> => (known instanceof Promise ? known.then(answer) : answer(known));

/** `Promise.all` in the same way: synchronous when no value is a promise. */
export const mapAllMaybePromise = <Known, Answer>(
  known: readonly MaybePromise<Known>[],
  answer: (known: readonly Known[]) => Answer,
): MaybePromise<Answer> =>
  known.some((one) => one instanceof Promise)
    ? Promise.all(known).then(answer)
    : answer(known as readonly Known[]);
