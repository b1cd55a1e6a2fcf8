/** Longest a source may take, its retry included, unless it says otherwise. */
export const SOURCE_TIMEOUT_MS = 10_000;

/** The answer, or `tooLate` when it takes longer than a source may, or than `limitMs`. */
export async function withinTime<T>(
  answer: Promise<T>,
  tooLate: () => Error,
  limitMs = SOURCE_TIMEOUT_MS,
): Promise<T> {
  let timer!: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
