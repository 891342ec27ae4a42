// A button on each block of code that copies it without prompts and without what was printed.
document.addEventListener("DOMContentLoaded", () => {
  for (const block of document.querySelectorAll("div.highlight")) {
    const code = block.querySelector("pre");
    if (!code || !navigator.clipboard) continue;
    const button = document.createElement("button");
    button.className = "copy";
    button.textContent = "copy";
    button.addEventListener("click", async () => {
      const lines = code.textContent.split("\n");
      const prompted = lines.filter((line) => /^(>>>|\.\.\.)( |$)/.test(line));
      const text = prompted.length ? prompted.map((line) => line.slice(4)).join("\n") : code.textContent;
      await navigator.clipboard.writeText(text);
      button.textContent = "copied";
      setTimeout(() => (button.textContent = "copy"), 1500);
    });
    block.append(button);
  }
});
