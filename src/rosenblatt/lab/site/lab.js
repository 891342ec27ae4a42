// What the browser does by itself: pictures as files, and copying.

async function labDownload(id, format, name) {
  const { Plotly } = await import("nicegui-plotly");
  const shown = document.getElementById("c" + id);
  const layout = { ...shown.layout, paper_bgcolor: "white", plot_bgcolor: "white", width: 900, height: 600 };
  const image = await Plotly.toImage({ data: shown.data, layout }, { format, width: 900, height: 600, scale: 2 });
  const link = document.createElement("a");
  link.href = image;
  link.download = name + "." + format;
  link.click();
}

async function labCopy(text) {
  try {
    await navigator.clipboard.writeText(text);
    labSay("Copied.");
  } catch {
    window.prompt("Copy this:", text);
  }
}

function labSay(text) {
  const note = document.createElement("div");
  note.className = "lab-note";
  note.setAttribute("role", "status");
  note.textContent = text;
  document.body.append(note);
  setTimeout(() => note.remove(), 1800);
}
