/**
 * The JSON a page keeps in a script of this id.
 * @throws SyntaxError where the page has none
 */
export function dataInPage(page: string, id: string): unknown {
  const named = page.indexOf(`id="${id}"`);
  const from = named < 0 ? -1 : page.indexOf('>', named);
  const to = from < 0 ? -1 : page.indexOf('</script>', from);
  if (to < 0) throw new SyntaxError('The page holds no data.');
  return JSON.parse(page.slice(from + 1, to));
}
