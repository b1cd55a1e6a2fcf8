// Search over the pages with MiniSearch in the browser; loaded with its index when search first opens.

import '/docs/minisearch.js';

const MOST_RESULTS = 20;
const [href, title, page, text] = [0, 1, 2, 3];

async function readIndex() {
  const entries = await (await fetch('/docs/search.json', { credentials: 'omit' })).json();
  const index = new globalThis.MiniSearch({
    fields: ['title', 'page', 'text'],
    searchOptions: { prefix: true, fuzzy: 0.2, combineWith: 'AND', boost: { title: 4, page: 2 } },
  });
  index.addAll(
    entries.map((entry, id) => ({ id, title: entry[title], page: entry[page], text: entry[text] })),
  );
  // Ranks a page above its own fields.
  const boostDocument = (id) => (entries[id][href].includes('#') ? 1 : 3);
  return (query) =>
    index
      .search(query, { boostDocument })
      .slice(0, MOST_RESULTS)
      .map(({ id }) => entries[id]);
}

function resultLink(entry) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = entry[href];
  for (const [tag, words] of [
    ['strong', entry[title]],
    ['span', entry[page] === entry[title] ? '' : entry[page]],
    ['small', entry[text].trim().slice(0, 160)],
  ]) {
    const part = document.createElement(tag);
    part.textContent = words;
    if (words !== '') link.append(part);
  }
  item.append(link);
  return item;
}

/** Moves the focus through the search field and the results. */
function moveFocus(dialog, step) {
  const stops = [dialog.querySelector('input'), ...dialog.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement);
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)].focus();
}

function makeDialog() {
  const dialog = document.createElement('dialog');
  dialog.className = 'search';
  dialog.setAttribute('aria-label', 'Search');
  const field = document.createElement('input');
  field.type = 'search';
  field.placeholder = 'Products, fields, codes, guides';
  field.setAttribute('aria-label', 'Search the documentation');
  const count = document.createElement('p');
  count.className = 'hint';
  count.setAttribute('role', 'status');
  const list = document.createElement('ul');
  dialog.append(field, count, list);
  document.body.append(dialog);
  return { dialog, field, count, list };
}

const { dialog, field, count, list } = makeDialog();
const ready = readIndex();

async function showResults() {
  const query = field.value.trim();
  const found = query === '' ? [] : (await ready)(query);
  if (query !== field.value.trim()) return;
  list.replaceChildren(...found.map(resultLink));
  count.textContent =
    query === '' ? '' : found.length === 0 ? 'Nothing found.' : `${found.length} found`;
}

field.addEventListener('input', showResults);
dialog.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && document.activeElement === field) list.querySelector('a')?.click();
  // A search field takes the first Escape to clear its text.
  if (event.key === 'Escape') {
    event.preventDefault();
    dialog.close();
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  moveFocus(dialog, event.key === 'ArrowDown' ? 1 : -1);
});
dialog.addEventListener('click', (event) => {
  if (event.target === dialog || event.target.closest('a')) dialog.close();
});

export function openSearch() {
  if (dialog.open) return;
  dialog.showModal();
  field.select();
}
