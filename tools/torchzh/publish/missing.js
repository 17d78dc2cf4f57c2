/* Inlined into 404.html: the name in the address is searched in the version of the address. */
(function () {
  "use strict";
  const facts = window.torchzhMissing;
  const parts = location.pathname.split("/");
  const at = parts.findIndex((part) => facts.folders.includes(part));
  const root = at < 0 ? facts.base : parts.slice(0, at).join("/") + "/";
  const version = at < 0 ? "stable" : parts[at];
  const last = decodeURIComponent(parts.filter(Boolean).pop() || "");
  const name = last.replace(/\.html$/, "").replace(/-(class|attr|data)$/, "");
  if (name === "find") return; // the search itself is missing
  const target = root + version + "/find.html#absent=" + encodeURIComponent(name);
  document.getElementById("find").href = target;
  location.replace(target);
})();
