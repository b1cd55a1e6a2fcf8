// Buttons that copy what stands beside them. Without this script they stay hidden.

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
