/**
 * The text without the characters of `chars` at its end. One look from the end: a pattern such as
 * `/x+$/` begins a match at every x, which takes quadratic time where many are not at the end.
 */
export function trimEndOf(text: string, chars: string): string {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The text without the characters of `chars` (of one code unit each) at either end. */
export function trimOf(text: string, chars: string): string {
  let start = 0;
  while (start < text.length && chars.includes(text.charAt(start))) start += 1;
  return trimEndOf(text.slice(start), chars);
}
