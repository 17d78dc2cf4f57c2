/* Version menu, notice on old versions, marks in the compatibility table, comparison of signatures.
   The list of versions is versions.js at the root of the site; without it the list known when this
   version was built is used (torchzhBuild in versions-built.js). */
(function () {
  "use strict";
  const root = document.documentElement.dataset.content_root || "./";
  const built = window.torchzhBuild;
  const page = document.querySelector("[data-page-docname]");
  const docname = page ? page.dataset.pageDocname : "";

  function target(data, row, index) {
    const mask = data.partial && data.partial[docname];
    if (!docname || (mask !== undefined && !(mask & (1 << index))))
      return docname ? root + "../absent.html#" + row[0] + "/" + docname : root + "../" + row[1] + "/index.html";
    return root + "../" + row[1] + "/" + docname + ".html" + location.hash;
  }

  function menu(data, current) {
    const box = document.querySelector(".tz-version");
    if (!box) return;
    const select = document.createElement("select");
    select.setAttribute("aria-label", "torch 版本");
    data.versions.forEach((row, index) => {
      const option = document.createElement("option");
      option.textContent = row[0] + (row[0] === data.stable ? "（稳定版）" : "");
      option.value = row[0];
      option.dataset.index = index;
      option.selected = row[0] === current;
      select.appendChild(option);
    });
    select.addEventListener("change", () => {
      const index = Number(select.selectedOptions[0].dataset.index);
      location.href = target(data, data.versions[index], index);
    });
    box.replaceChildren("torch", select);
  }

  function notice(data, current) {
    const article = document.querySelector("article");
    const index = data.versions.findIndex((row) => row[0] === data.stable);
    const mine = data.versions.findIndex((row) => row[0] === current);
    if (!article || index < 0 || mine <= index) return;
    const p = document.createElement("p"), a = document.createElement("a");
    p.className = "tz-old";
    a.href = target(data, data.versions[index], index);
    a.textContent = "看 torch " + data.stable + " 的这一页";
    p.append("这是 torch " + current + " 的说明。", a, "。");
    article.prepend(p);
  }

  const CELLS = { 无: "no", "—": "no", 变更: "changed", 弃用: "deprecated", 报错: "dead" };
  for (const cell of document.querySelectorAll(".torchzh-compat td")) {
    const style = CELLS[cell.textContent.trim()];
    if (style) cell.classList.add("tz-cell-" + style);
  }

  function words(text) {
    return text.match(/[^,()\n]+,?|[()\n]/g) || [];
  }

  function difference(left, right) {
    /* Longest common subsequence over pieces of a signature. */
    const a = words(left), b = words(right);
    const size = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
    for (let i = a.length - 1; i >= 0; i--)
      for (let j = b.length - 1; j >= 0; j--)
        size[i][j] = a[i] === b[j] ? size[i + 1][j + 1] + 1 : Math.max(size[i + 1][j], size[i][j + 1]);
    const parts = [];
    let i = 0, j = 0;
    while (i < a.length || j < b.length) {
      if (i < a.length && j < b.length && a[i] === b[j]) parts.push(["", a[i++]]), j++;
      else if (j < b.length && (i === a.length || size[i][j + 1] >= size[i + 1][j])) parts.push(["new", b[j++]]);
      else parts.push(["old", a[i++]]);
    }
    return parts;
  }

  for (const box of document.querySelectorAll("details.torchzh-signatures")) {
    const labels = [...box.querySelectorAll(":scope > p strong")];
    const blocks = [...box.querySelectorAll(":scope > div.highlight-python, :scope > div[class^=highlight]")];
    if (labels.length < 2 || labels.length !== blocks.length) continue;
    const controls = document.createElement("div"), out = document.createElement("div");
    controls.className = "tz-diff-controls";
    out.className = "tz-diff";
    const selects = [0, labels.length - 1].map((chosen, side) => {
      const select = document.createElement("select");
      select.setAttribute("aria-label", side ? "新版本" : "旧版本");
      labels.forEach((label, index) => select.add(new Option(label.textContent, index, false, index === chosen)));
      select.addEventListener("change", draw);
      return select;
    });
    function draw() {
      const [left, right] = selects.map((select) => blocks[select.value].querySelector("pre").textContent.trim());
      out.replaceChildren(...difference(left, right).map(([kind, text]) => {
        const span = document.createElement("span");
        if (kind) span.className = "tz-diff-" + kind;
        span.textContent = text;
        return span;
      }));
    }
    controls.append("比较", selects[0], "→", selects[1]);
    box.querySelector("summary").after(controls, out);
    draw();
  }

  /* Long lists: one menu that keeps the items of one group. */
  function filter(items, groupOf, title, all) {
    if (!items.length) return;
    const counts = new Map();
    for (const item of items) {
      item.dataset.group = groupOf(item);
      counts.set(item.dataset.group, (counts.get(item.dataset.group) || 0) + 1);
    }
    const label = document.createElement("label"), select = document.createElement("select");
    label.className = "tz-filter";
    select.add(new Option(all + "（" + items.length + "）", ""));
    for (const name of [...counts.keys()].sort()) select.add(new Option(name + "（" + counts.get(name) + "）", name));
    select.addEventListener("change", () => {
      for (const item of items) item.hidden = select.value !== "" && item.dataset.group !== select.value;
      for (const list of new Set(items.map((item) => item.parentElement))) {
        const section = list.closest("section");
        if (section.querySelector("h1") === null) section.hidden = [...list.children].every((item) => item.hidden);
      }
    });
    label.append(title + " ", select);
    document.querySelector("article h1").after(label);
  }

  function moduleOf(item) {
    const parts = item.firstElementChild.textContent.split(".").slice(0, -1);
    const member = parts.findIndex((part) => /^[A-Z]/.test(part));
    return (member > 0 && parts[member] !== "Tensor" ? parts.slice(0, member) : parts).join(".");
  }

  filter([...document.querySelectorAll("ul.tz-changes li")], moduleOf, "模块", "全部模块");
  filter([...document.querySelectorAll("ul.tz-pitfalls li")], (item) => item.dataset.group, "现象", "全部现象");

  const data = window.torchzhVersions || built;
  if (data && built) {
    if (data.versions.length > 1) menu(data, built.current);
    notice(data, built.current);
  }

  /* Pages carry no version, so the links to torch's own pages are completed here. */
  if (built) {
    for (const link of document.querySelectorAll("article a.reference.external")) {
      const source = /^(https:\/\/github\.com\/pytorch\/pytorch\/blob\/)main(\/.*)$/.exec(link.href);
      const docs = /^(https:\/\/docs\.pytorch\.org\/docs\/)stable(\/.*)$/.exec(link.href);
      if (docs) link.href = docs[1] + built.current + docs[2];
      if (source) link.href = source[1] + "v" + built.release + source[2] + (window.torchzhLine ? "#L" + window.torchzhLine : "");
    }
  }
})();
