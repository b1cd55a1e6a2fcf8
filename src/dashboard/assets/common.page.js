// Loaded by every page of the dashboard, which works without it.

// A double click sends a form once: by the second click the browser would drop the answer to the
// first, with its cookies. A later click, such as after an error, sends the form again.
const DOUBLE_CLICK_MS = 1_500;
let sentAt = new WeakMap();
const forget = () => {
  sentAt = new WeakMap();
};

addEventListener('submit', (event) => {
  if (event.defaultPrevented || event.target.method === 'get') return;
  const now = performance.now();
  if (now - (sentAt.get(event.target) ?? -DOUBLE_CLICK_MS) < DOUBLE_CLICK_MS)
    event.preventDefault();
  else sentAt.set(event.target, now);
});
addEventListener('input', ({ target }) => sentAt.delete(target.form));
addEventListener('pageshow', forget);
// No answer came: the connection failed, or loading was stopped.
globalThis.navigation?.addEventListener('navigateerror', forget);

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
