/* The box of the error page: a pasted message, the nearest messages that examples really raised.
   The data is torchzhErrors: [message, entry, address, place, cause, remedy]. */
(function () {
  "use strict";
  const box = document.querySelector(".tz-error-box");
  const rows = window.torchzhErrors;
  if (!box || !rows) return;
  const SHOWN = 8;

  /* Words of a message. Numbers, paths and quoted names differ from reader to reader. */
  function words(text) {
    return text.toLowerCase().replace(/0x[0-9a-f]+|\d+(\.\d+)?/g, " ").match(/[a-z_]{2,}|[\u4e00-\u9fff]/g) || [];
  }

  /* The same message in several entries is one result with several places. */
  const groups = new Map();
  for (const row of rows) {
    const key = words(row[0]).join(" ");
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(row);
  }
  const results = [...groups.values()];
  const entries = results.map((group) => new Set(words(group[0][0])));
  const seen = new Map();
  for (const entry of entries) for (const word of entry) seen.set(word, (seen.get(word) || 0) + 1);
  const weight = (word) => (seen.has(word) ? Math.log(1 + results.length / seen.get(word)) : 0);

  /* The last line of a pasted traceback says what was raised; the others name files and code. */
  function message(text) {
    const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
    const raised = lines.findLastIndex((line) => /^[\w.]*(Error|Exception|Warning)\b/.test(line));
    return raised < 0 ? text : lines.slice(raised).join(" ");
  }

  function search(text) {
    const asked = new Set(words(message(text)));
    let total = 0;
    for (const word of asked) total += weight(word);
    if (!total) return [];
    const scored = results.map((group, index) => {
      let common = 0, own = 0;
      for (const word of entries[index]) {
        own += weight(word);
        if (asked.has(word)) common += weight(word);
      }
      /* what was asked should be there; what is there should have been asked, a little */
      return [common / total + 0.35 * (common / (own || 1)), group];
    });
    return scored.filter(([score]) => score > 0.4).sort((a, b) => b[0] - a[0]).slice(0, SHOWN).map(([, group]) => group);
  }

  const area = document.createElement("textarea"), out = document.createElement("div");
  area.rows = 4;
  area.setAttribute("aria-label", "报错原文");
  area.placeholder = "RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x128 and 64x10)";
  out.setAttribute("aria-live", "polite");

  function show() {
    const found = area.value.trim() ? search(area.value) : [];
    const items = found.map((group) => {
      const item = document.createElement("li"), code = document.createElement("code");
      code.textContent = group[0][0];
      item.append(code);
      /* places that explain it come before places that only show it */
      const places = [...group].sort((a, b) => (b[5] ? 1 : 0) - (a[5] ? 1 : 0));
      for (const [, name, address, place, cause, remedy] of places) {
        const p = document.createElement("p"), link = document.createElement("a");
        link.href = "../" + address;
        link.innerHTML = name.replace(/^torch\./, "") + "：" + place;
        p.append(link);
        for (const [label, body] of [["原因", cause], ["解决", remedy]]) {
          if (!body) continue;
          const line = document.createElement("span");
          line.innerHTML = label + "：" + body;
          p.append(line);
        }
        item.append(p);
      }
      return item;
    });
    if (area.value.trim() && !items.length) {
      out.textContent = "没有相近的消息。少贴一些试试，只留最后一行里不含数字和路径的那半句。";
      return;
    }
    const list = document.createElement("ul");
    list.className = "tz-errors";
    list.append(...items);
    out.replaceChildren(...(items.length ? [list] : []));
  }

  area.addEventListener("input", show);
  box.append(area, out);
  if (location.hash.startsWith("#q=")) {
    area.value = decodeURIComponent(location.hash.slice(3));
    show();
  }
})();
