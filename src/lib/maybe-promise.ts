/** What is known at once is answered at once: no turn of the event loop, no microtask. */
export const mapMaybePromise = <Known, Answer>(
  known: Known | Promise<Known>,
  answer: (known: Known) => Answer | Promise<Answer>,
): Answer | Promise<Answer> => (known instanceof Promise ? known.then(answer) : answer(known));

/** The same for several. */
export const mapAllMaybePromise = <Known, Answer>(
  known: readonly (Known | Promise<Known>)[],
  answer: (known: readonly Known[]) => Answer,
): Answer | Promise<Answer> =>
  known.some((one) => one instanceof Promise)
    ? Promise.all(known).then(answer)
    : answer(known as readonly Known[]);
