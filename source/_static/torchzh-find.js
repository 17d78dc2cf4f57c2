/* 快速查找: the box that opens with Ctrl K or "/". The index and the ranking (finder/*.js) are loaded when it
   is opened for the first time. They are scripts, because fetch does not work on file:// pages. */
(function () {
  "use strict";
  const HERE = document.currentScript.src.replace(/[^/]*$/, "");
  const ROOT = document.documentElement.dataset.content_root || "./";
  const PARTS = ["data", "query", "index", "names", "texts", "search", "rows"];
  const ROWS = 12;
  const EXAMPLES = ["F.conv2d", "反卷积", "juanji", "np.concatenate", "#易错点 拼接", "mat1 and mat2 shapes cannot be multiplied"];
  let index = null, loading = null, box = null, input = null, list = null, status = null, tips = null;
  let hits = [], active = -1;

  function element(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
    node.append(...children.filter((child) => child !== null && child !== ""));
    return node;
  }

  function script(name) {
    return new Promise((resolve, reject) => {
      const node = element("script", { src: HERE + "finder/" + name + ".js" });
      node.async = false; // all are fetched at once and run in this order
      node.onload = resolve;
      node.onerror = () => reject(new Error(name));
      document.head.append(node);
    });
  }

  function load() {
    loading =
      loading ||
      Promise.all(PARTS.map(script)).then(
        () => {
          index = window.torchzhFinding.makeIndex(window.torchzhFinder);
          show();
        },
        () => {
          loading = null;
          say("查找用的数据没有读到，请刷新页面再试");
        }
      );
    return loading;
  }

  function say(text) {
    status.textContent = text;
  }

  function row(hit, number, typed) {
    const node = window.torchzhFinding.row(element, index, hit, number, typed);
    node.addEventListener("click", (event) => open(number, event.ctrlKey || event.metaKey));
    node.addEventListener("auxclick", (event) => event.button === 1 && open(number, true));
    node.addEventListener("pointermove", () => choose(number));
    return node;
  }

  function choose(number) {
    if (number === active) return;
    const before = list.children[active], now = list.children[number];
    if (before) before.setAttribute("aria-selected", "false");
    active = now ? number : -1;
    if (!now) return input.removeAttribute("aria-activedescendant");
    now.setAttribute("aria-selected", "true");
    now.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", now.id);
  }

  function show() {
    const typed = input.value;
    if (!index) return say(typed.trim() ? "正在读取……" : "");
    hits = typed.trim() ? window.torchzhFinding.search(index, typed, ROWS) : [];
    const last = typed.trim().replace(/\(.*$/, "").split(/[.\s]+/).filter(Boolean).pop() || "";
    list.replaceChildren(...hits.map((hit, number) => row(hit, number, last)));
    list.hidden = !hits.length;
    tips.hidden = Boolean(typed.trim());
    input.setAttribute("aria-expanded", String(hits.length > 0));
    active = -1;
    choose(0);
    say(!typed.trim() ? "" : hits.length ? hits.length + " 条结果" : "没有找到。换一个说法，或只写名字里记得的一段");
  }

  function open(number, elsewhere) {
    const hit = hits[number];
    if (!hit) return;
    const address = ROOT + window.torchzhFinding.address(index, hit.record);
    if (elsewhere) return void window.open(address, "_blank");
    box.close();
    location.href = address;
  }

  function pressed(event) {
    if (event.isComposing) return; // an input method is choosing characters
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length) choose((active + step + hits.length) % hits.length);
    else if (event.key === "Home" && event.ctrlKey) choose(0);
    else if (event.key === "End" && event.ctrlKey) choose(hits.length - 1);
    else if (event.key === "Enter") open(active, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  }

  function build() {
    input = element("input", {
      type: "text", role: "combobox", "aria-label": "快速查找", "aria-autocomplete": "list", "aria-expanded": "false",
      "aria-controls": "tz-find-list", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go",
      placeholder: "名字、中文、拼音、别家的名字、报错",
    });
    list = element("ul", { id: "tz-find-list", role: "listbox", "aria-label": "结果" });
    status = element("p", { class: "tz-find-status", role: "status" });
    tips = element("div", { class: "tz-find-tips" }, element("p", {}, "试试："));
    for (const example of EXAMPLES) {
      const button = element("button", { type: "button" }, example);
      button.addEventListener("click", () => { input.value = example; input.focus(); show(); });
      tips.append(button);
    }
    const close = element("button", { type: "button", class: "tz-find-close", "aria-label": "关闭" }, "Esc");
    box = element("dialog", { class: "tz-find", "aria-label": "快速查找" },
      element("div", { class: "tz-find-bar" }, input, close), tips, status, list,
      element("p", { class: "tz-find-keys" }, "↑ ↓ 选择　Enter 打开　Ctrl Enter 在新标签页打开　Esc 关闭"));
    list.hidden = true;
    input.addEventListener("input", show);
    input.addEventListener("keydown", pressed);
    close.addEventListener("click", () => box.close());
    box.addEventListener("click", (event) => event.target === box && box.close());
    document.body.append(box);
  }

  function start(event, typed) {
    if (event) event.preventDefault();
    if (!box) build();
    load();
    if (!box.open) box.showModal();
    if (typed !== undefined) input.value = typed;
    input.focus();
    input.select();
    show();
  }

  function writing(target) {
    return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
  }

  document.addEventListener("keydown", (event) => {
    const chord = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k";
    const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !writing(event.target);
    if (chord || slash) start(event);
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest && event.target.closest(".tz-find-open")) start(event);
  });
  function asked() {
    /* find.html#q=… searches at once; find.html#absent=… says first that there is no such page. */
    const [, way, text] = location.hash.match(/^#(q|absent)=(.+)$/) || [];
    const note = document.querySelector(".tz-find-absent");
    if (!note || !way) return;
    const name = decodeURIComponent(text);
    note.hidden = way !== "absent";
    note.textContent = "没有「" + name + "」这一页。下面是最接近的名字。";
    start(null, name);
  }

  window.addEventListener("hashchange", asked);
  asked();
  window.torchzhFind = { open: (typed) => start(null, typed) };
})();
