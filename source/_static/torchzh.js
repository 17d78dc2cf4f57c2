/* Fills the sidebar with the siblings of the current page. The data is a script
   (_static/nav/<branch>.js), because fetch does not work on file:// pages. */
(function () {
  "use strict";
  const WINDOW = 25;

  function item(base, entry, page) {
    const li = document.createElement("li");
    const a = document.createElement("a");
    li.className = "toctree-l1";
    a.className = "reference internal tz-grade-" + (entry[2] || "a");
    a.href = base + entry[1] + ".html";
    a.textContent = entry[0];
    if (entry[1] === page) {
      li.className += " current-page";
      a.setAttribute("aria-current", "page");
    }
    li.appendChild(a);
    return li;
  }

  function note(text, href) {
    const li = document.createElement("li");
    li.className = "toctree-l1 tz-more";
    const a = document.createElement("a");
    a.className = "reference internal";
    a.href = href;
    a.textContent = text;
    li.appendChild(a);
    return li;
  }

  /* Where the object stands in torch's source: torchzh-versions.js completes the link with it. */
  function noteLine(data, page) {
    const row = data.groups.flatMap((group) => group.pages).find((entry) => entry[1] === page);
    if (row && row[3]) window.torchzhLine = row[3];
  }

  function fill(list, data) {
    const base = document.documentElement.dataset.content_root || "./";
    const page = list.dataset.page;
    const fragment = document.createDocumentFragment();
    for (const group of data.groups) {
      const at = group.pages.findIndex((entry) => entry[1] === page);
      if (group.title) {
        const li = document.createElement("li");
        li.className = "toctree-l1 tz-group" + (at >= 0 ? " current" : "");
        const a = document.createElement("a");
        a.className = "reference internal";
        a.href = base + data.home + ".html" + (group.anchor ? "#" + group.anchor : "");
        a.textContent = group.title;
        li.appendChild(a);
        fragment.appendChild(li);
        if (at < 0) continue;
      }
      const start = Math.max(0, at - WINDOW);
      const end = Math.min(group.pages.length, Math.max(at, 0) + WINDOW + 1);
      if (start > 0) fragment.appendChild(note("… 前面还有 " + start + " 项", base + data.home + ".html"));
      for (const entry of group.pages.slice(start, end)) {
        const li = item(base, entry, page);
        if (group.title) li.classList.add("tz-leaf");
        fragment.appendChild(li);
      }
      if (end < group.pages.length)
        fragment.appendChild(note("… 后面还有 " + (group.pages.length - end) + " 项", base + data.home + ".html"));
    }
    list.replaceChildren(fragment);
    const current = list.querySelector(".current-page");
    const box = document.querySelector(".sidebar-scroll");
    if (current && box) box.scrollTop = Math.max(0, current.offsetTop - box.clientHeight / 2);
  }

  const list = document.querySelector(".tz-siblings");
  const data = window.torchzhNav && list && window.torchzhNav[list.dataset.nav];
  if (data) {
    noteLine(data, list.dataset.page);
    fill(list, data);
  }

  /* What scrolls sideways can be reached by keyboard, so that it can be scrolled by it. */
  function reachable() {
    for (const node of document.querySelectorAll("article :is(div.highlight pre, .math-wrapper, table.docutils)")) {
      if (node.scrollWidth > node.clientWidth) node.tabIndex = 0;
      else node.removeAttribute("tabindex");
    }
  }

  reachable();
  window.addEventListener("load", reachable);
  window.addEventListener("resize", reachable);
})();
