
"use strict";
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);
const articles = all("article").map((element) => ({ element, text: element.textContent.toLowerCase() }));
const claims = articles.filter(({ element }) => element.className === "claim");
const filters = all(".filter");

// An article is shown if it has all the words and one of the chosen verdicts; what then is empty is hidden.
function choose() {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = filters.filter((one) => one.ariaPressed === "true").map((one) => one.dataset.verdict);
  for (const { element, text } of articles) {
    element.hidden = !(chosen.includes(element.dataset.verdict) && words.every((word) => text.includes(word)));
  }
  const choosing = words.length > 0 || chosen.length < filters.length;
  for (const part of all(".exhibit, .group, section")) {
    part.hidden = choosing && !part.querySelector("article:not([hidden])");
  }
  for (const link of all("nav a")) link.parentElement.hidden = byId(link.hash.slice(1)).hidden;
  const left = claims.filter(({ element }) => !element.hidden).length;
  byId("found").value = `${left} of ${claims.length} claims`;
  byId("nothing").hidden = left > 0;
}

function showAll() {
  byId("search").value = "";
  for (const one of filters) one.ariaPressed = "true";
  choose();
}

// A link may lead to what the search has hidden.
function showTarget() {
  const target = location.hash && byId(decodeURIComponent(location.hash.slice(1)));
  if (target && target.closest("[hidden]")) {
    showAll();
    target.scrollIntoView();
  }
}

const COLOURS = ["as the system", "light", "dark"];
function colour(name) {
  document.documentElement.dataset.colours = name;
  byId("colours").textContent = `Colours: ${name}`;
}
function remembered(change) {
  try {
    return change(localStorage);
  } catch {
    return null; // a browser may keep nothing for a page that is a file
  }
}

byId("search").addEventListener("input", choose);
byId("search").addEventListener("keydown", (event) => { if (event.key === "Escape") showAll(); });
byId("tools").addEventListener("submit", (event) => event.preventDefault());
for (const one of filters) {
  one.addEventListener("click", () => { one.ariaPressed = String(one.ariaPressed !== "true"); choose(); });
}
byId("colours").addEventListener("click", () => {
  const next = COLOURS[(COLOURS.indexOf(document.documentElement.dataset.colours) + 1) % COLOURS.length];
  colour(next);
  remembered((store) => store.setItem("rosenblatt-colours", next));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.closest("input")) { event.preventDefault(); byId("search").focus(); }
});
window.addEventListener("hashchange", showTarget);

const kept = remembered((store) => store.getItem("rosenblatt-colours"));
colour(COLOURS.includes(kept) ? kept : COLOURS[0]);
byId("contents").open = matchMedia("(min-width: 62rem)").matches;
byId("tools").hidden = false;
choose();
