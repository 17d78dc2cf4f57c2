/* How well a public name fits what was typed; the same as tools/torchzh/finder/names.py. */
(function (finding) {
  "use strict";
  const NEAR = 850;

  function beginsPieces(typed, pieces, at) {
    if (!typed) return true;
    for (let number = at; number < pieces.length; number++) {
      const piece = pieces[number];
      let size = 0;
      while (size < piece.length && size < typed.length && piece[size] === typed[size]) size++;
      for (let take = size; take > 1; take--)
        if (beginsPieces(typed.slice(take), pieces, number + 1)) return true;
    }
    return false;
  }

  function prepare(query, index) {
    const lower = query.symbol.toLowerCase().replace(/\.+$/, "");
    const parts = lower.split(".");
    const words = query.lower.split(" ");
    const latin = query.lower !== "" && /^[\x00-\x7f]*$/.test(query.lower) && words.length <= 4;
    const variable = finding.lastOf(query.bare.toLowerCase().split(".").slice(0, -1).join("."));
    return {
      symbol: query.symbol, lower: lower, path: "." + lower,
      head: parts.slice(0, -1), last: parts[parts.length - 1], dotted: parts.length > 1,
      words: latin && words.length > 1 ? words : [],
      squeezed: finding.squeeze(parts[parts.length - 1] || (latin ? query.lower : "")),
      misplaced: parts.length > 1 && index.components().has(parts[parts.length - 2]),
      receiver: index.weights.words.receivers[variable] || "",
    };
  }

  function lastScore(typed, spelling, w) {
    if (!typed.dotted) return w.last + (spelling.name.endsWith(typed.symbol) ? w.case : 0);
    const parents = spelling.lower.split(".").slice(0, -1);
    let same = 0;
    while (
      same < typed.head.length && same < parents.length &&
      parents[parents.length - 1 - same] === typed.head[typed.head.length - 1 - same]
    ) same++;
    if (!same && typed.misplaced && !typed.receiver) return w.misplaced;
    const known = typed.receiver && spelling.name.startsWith(typed.receiver + ".");
    return w.stranger + same * w.component + (known ? w.receiver : 0);
  }

  function looseScore(typed, spelling, w) {
    const text = typed.squeezed;
    const extra = Math.min(w.extra_most, w.extra * (spelling.squeezed.length - text.length));
    if (spelling.squeezed === text) return w.squeezed;
    if (spelling.squeezed.startsWith(text))
      return (spelling.last.startsWith(typed.last || text) ? w.prefix : w.squeezed_prefix) - extra;
    if (typed.words.length && typed.words.every((word) => spelling.lower.includes(word))) return w.all_words - extra;
    if (text.length < 3) return 0;
    if (spelling.squeezed.includes(text)) return w.inside - extra;
    if (text.length >= 4) {
      spelling.pieces = spelling.pieces || finding.piecesOf(spelling.bare);
      if (beginsPieces(text, spelling.pieces, 0)) return w.pieces - extra;
    }
    return typed.lower && !"torch".startsWith(typed.lower) && spelling.lower.includes(typed.lower) ? w.path_inside - extra : 0;
  }

  function score(typed, spelling, w) {
    if (typed.lower) {
      if (spelling.lower === typed.lower) return w.exact + (spelling.name === typed.symbol ? w.case : 0);
      if (typed.dotted && spelling.dotted.endsWith(typed.path))
        return w.path + (spelling.name.endsWith(typed.symbol) ? w.case : 0);
      if (spelling.last === typed.last) return lastScore(typed, spelling, w);
      if (typed.dotted) {
        const at = spelling.dotted.lastIndexOf(typed.path);
        if (at < 0) return 0;
        const rest = spelling.lower.slice(at + typed.lower.length);
        return (rest.includes(".") ? w.path_inside : w.path_prefix) - Math.min(w.extra_most, w.extra * rest.length);
      }
    }
    return typed.squeezed.length < 2 ? 0 : looseScore(typed, spelling, w);
  }

  function slipScore(typed, spelling, slips, w) {
    const first = typed.squeezed[0] !== spelling.squeezed[0] ? w.typo_first : 0;
    const value = w.typo - w.typo_step * slips - first;
    if (!typed.dotted) return value;
    const parents = spelling.lower.split(".").slice(0, -1);
    if (parents.slice(-typed.head.length).join(".") === typed.head.join(".")) return value + w.head_fits;
    return value + (typed.head.every((part) => parents.includes(part)) ? w.head_near : -w.head_misses);
  }

  finding.nameScores = function (query, index) {
    const w = index.weights.name;
    const typed = prepare(query, index);
    const found = new Map();
    let best = 0;
    function keep(record, value) {
      if (value > (found.get(record) || 0)) found.set(record, value);
      if (value > best) best = value;
    }
    if (!typed.lower && !typed.squeezed && !typed.words.length) return found;
    const spellings = index.spellings();
    for (const spelling of spellings) {
      const value = score(typed, spelling, w);
      if (value > 0) keep(spelling.record, value - (spelling.canonical ? 0 : w.other));
    }
    const allowed = finding.slipsAllowed(typed.squeezed.length);
    if (!typed.squeezed || best >= NEAR || !allowed) return found;
    const letters = finding.lettersOf(typed.squeezed);
    for (const spelling of spellings) {
      if (Math.abs(spelling.squeezed.length - typed.squeezed.length) > allowed) continue;
      if (spelling.letters < 0) spelling.letters = finding.lettersOf(spelling.squeezed) & 0x7fffffff;
      if (finding.differing(spelling.letters, letters & 0x7fffffff) > 2 * allowed) continue;
      const slips = finding.distance(typed.squeezed, spelling.squeezed, allowed);
      if (slips <= allowed) keep(spelling.record, slipScore(typed, spelling, slips, w));
    }
    return found;
  };
})(window.torchzhFinding);
