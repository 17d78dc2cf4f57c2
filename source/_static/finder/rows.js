/* One row of 快速查找: name, badges, signature, summary, and why it was found. */
(function (finding) {
  "use strict";
  const KINDS = { c: "类", p: "属性", a: "属性", k: "常量", o: "模块" };
  const short = (name) => name.replace(/^torch\.nn\.functional\./, "F.").replace(/^torch\./, "");

  function badge(element, text, style) {
    return text ? element("span", { class: "tz-badge " + style }, text) : null;
  }

  function title(element, name, typed) {
    /* The part that was typed is strong, the way to the last component is quiet. */
    const cut = name.lastIndexOf(".") + 1;
    const last = name.slice(cut);
    const at = last.toLowerCase().indexOf(typed.toLowerCase());
    const strong = typed && at >= 0
      ? [last.slice(0, at), element("mark", {}, last.slice(at, at + typed.length)), last.slice(at + typed.length)]
      : [last];
    return element("span", { class: "tz-find-name" }, element("span", { class: "tz-find-path" }, name.slice(0, cut)), ...strong);
  }

  function why(hit) {
    const notes = [];
    if (hit.why) notes.push(hit.why);
    if (hit.more.length) notes.push("同一操作：" + hit.more.slice(0, 4).map(short).join("、"));
    return notes.join("　");
  }

  finding.row = function (element, index, hit, number, typed) {
    const data = index.data, record = hit.record;
    const grade = index.grades[data.grades[record]];
    const words = data.summaries[record] || (data.words[record] || "").split("|").slice(0, 3).join("、");
    return element(
      "li",
      { role: "option", id: "tz-find-" + number, "aria-selected": "false", class: hit.twin ? "tz-find-twin" : "" },
      element("div", { class: "tz-find-line" },
        title(element, hit.name, typed),
        element("span", { class: "tz-find-badges" },
          badge(element, KINDS[data.kinds[record]] || "", ""),
          badge(element, grade === "自动" ? "自动" : grade, grade === "自动" ? "" : "tz-good"),
          badge(element, index.states[data.states[record]] || "", "tz-warn"))),
      data.signatures[record] ? element("code", { class: "tz-find-signature" }, data.signatures[record]) : null,
      words ? element("div", { class: "tz-find-summary" }, words) : null,
      why(hit) ? element("div", { class: "tz-find-why" }, why(hit)) : null
    );
  };
})(window.torchzhFinding);
