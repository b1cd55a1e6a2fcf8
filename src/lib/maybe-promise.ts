/** `then` without a promise: a value known already is mapped synchronously, without a microtask. */
export const mapMaybePromise = <Known, Answer>(
  known: Known | Promise<Known>,
  answer: (known: Known) => Answer | Promise<Answer>,
): Answer | Promise<Answer> => (known instanceof Promise ? known.then(answer) : answer(known));

/** `Promise.all` in the same way: synchronous when no value is a promise. */
export const mapAllMaybePromise = <Known, Answer>(
  known: readonly (Known | Promise<Known>)[],
  answer: (known: readonly Known[]) => Answer,
): Answer | Promise<Answer> =>
  known.some((one) => one instanceof Promise)
    ? Promise.all(known).then(answer)
    : answer(known as readonly Known[]);
