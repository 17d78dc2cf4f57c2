/* Says why the chosen version lacks a page; the address is absent.html#<version>/<docname>. */
(function () {
  "use strict";
  function show() {
    const data = window.torchzhVersions;
    const [, version, docname] = decodeURIComponent(location.hash).match(/^#([^/]+)\/(.+)$/) || [];
    const facts = document.getElementById("facts");
    if (!data || !docname) return;
    const life = data.lives[docname] || {};
    const name = life.name || docname.replace(/^[a-z]+\//, "");
    const line = (text) => { const p = document.createElement("p"); p.textContent = text; return p; };
    const link = (text, href) => {
      const p = document.createElement("p"), a = document.createElement("a");
      a.href = href; a.textContent = text; p.appendChild(a); return p;
    };
    document.getElementById("title").textContent = "torch " + version + " 没有 " + name;
    document.title = name + " 不在 torch " + version;
    const rows = [];
    if (life.since) rows.push(line("最早见于 torch " + life.since + (life.last ? "，最后见于 " + life.last : "，至今仍在") + "。"));
    if (life.moved) rows.push(line("同一个对象后来在 " + life.moved + "。"));
    if (life.notice) rows.push(line("torch 的提示：" + life.notice));
    const mask = data.partial[docname];
    data.versions.forEach((row, index) => {
      if (mask === undefined || mask & (1 << index)) rows.push(link("打开 torch " + row[0] + " 的页面", row[1] + "/" + docname + ".html"));
    });
    const known = data.versions.find((row) => row[0] === version);
    if (known) rows.push(link("torch " + version + " 的首页", known[1] + "/index.html"));
    facts.replaceChildren(...rows);
  }
  window.addEventListener("hashchange", show);
  show();
})();
