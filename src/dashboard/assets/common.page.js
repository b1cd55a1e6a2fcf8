// Loaded by every page of the dashboard, which works without it.

// A form is sent once: by a second click the browser would drop the answer to the first, with its
// cookies, for one that refuses a repetition. Time after which it may be sent again.
const PAUSE_MS = 10_000;
let sentAt = new WeakMap();

addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  const now = performance.now();
  if (now - (sentAt.get(event.target) ?? -PAUSE_MS) < PAUSE_MS) event.preventDefault();
  else sentAt.set(event.target, now);
});
addEventListener('input', ({ target }) => sentAt.delete(target.form));
addEventListener('pageshow', () => {
  sentAt = new WeakMap();
});

// Buttons that copy what stands beside them, and are hidden without this script.
for (const button of document.querySelectorAll('button[data-copies]')) {
  const source = document.getElementById(button.dataset.copies);
  button.hidden = false;
  button.addEventListener('click', async () => {
    const label = button.textContent;
    try {
      await navigator.clipboard.writeText(source.textContent.trim());
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(source);
      button.textContent = 'Press Ctrl+C';
    }
    setTimeout(() => {
      button.textContent = label;
    }, 2_000);
  });
}
