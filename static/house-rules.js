// The house rules of a running game: filters the rules by a text, and shows beside each rule its answer in the form.
import { $, $$, readData, simplifyText } from "./dom.js";

const readQuery = () => simplifyText($("#find-rule").value.trim());

function findRules() {
  const query = readQuery();
  const rows = $$(".rule-row");
  for (const row of rows) row.hidden = !simplifyText(row.textContent).includes(query);
  for (const part of $$(".rule-group, .rule-section")) part.hidden = !$(".rule-row:not([hidden])", part);
  for (const group of $$(".rule-group")) group.open = query !== "" && !group.hidden;
  $("#no-rule").hidden = rows.some((row) => !row.hidden);
}

function showAnswers() {
  const preview = $("#irrelevant");
  if (!preview) return;
  for (const [name, [answer, isChanged]] of Object.entries(readData(preview, "answers"))) {
    const row = $(`.rule-row[data-question="${name}"]`);
    const element = $(".answer", row);
    if (element.textContent.trim() !== answer) element.textContent = answer;
    $(".changed-mark", row).hidden = !isChanged;
  }
}

document.addEventListener("input", (event) => event.target.id === "find-rule" && findRules());
document.addEventListener("keydown", (event) => {
  // Enter would save the rules.
  if (event.key === "Enter" && event.target.id === "find-rule") event.preventDefault();
});
document.addEventListener("htmx:after:swap", () => {
  showAnswers();
  if (readQuery()) findRules();
});
