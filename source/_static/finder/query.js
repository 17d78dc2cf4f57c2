/* What was typed, taken apart; the same as tools/torchzh/finder/{query,lexicon,messages,typos}.py. */
window.torchzhFinding = (function () {
  "use strict";
  const CALL = /\((?:[^()]|\([^()]*\))*\)?$/;
  const SYMBOL = /^[A-Za-z_]\w*(?:\.\w+)*\.?/;
  const LEAD = /^(?:import |from |await |return |with |@)+/;
  const PIECE = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+[dD]?/g;
  const QUOTED = /'[^']*'|"[^"]*"|\[[^[\]]*\]|\([^()]*\)/g;
  const WORD = /[a-z_][a-z_]+/g;
  const LATIN = /[a-z][a-z0-9_+#-]*|\d+d/g;
  const HAN = /[\u4e00-\u9fff]+/g;

  const all = (text, pattern) => text.match(pattern) || [];
  const evened = (text) => text.split(/\s+/).filter(Boolean).join(" ");
  const latinWords = (text) => all(text, LATIN);
  const canonicalWord = (text) =>
    !/[.(]/.test(text) ? text : text.replace(/\btensorflow\./g, "tf.").replace(/\bnumpy\./g, "np.").replace(/\btf\.keras\./g, "keras.").replace(/\(\)$/, "");
  const squeeze = (text) => text.toLowerCase().replace(/[\s._-]/g, "");
  const hanRuns = (text) => all(text, HAN);
  const lastOf = (name) => name.slice(name.lastIndexOf(".") + 1);
  const piecesOf = (name) => all(name, PIECE).map((piece) => piece.toLowerCase());

  function tokensOf(text) {
    const tokens = [];
    for (const run of hanRuns(text)) {
      if (run.length === 1) tokens.push(run);
      for (let i = 0; i + 1 < run.length; i++) tokens.push(run.slice(i, i + 2));
    }
    return tokens.concat(all(text.toLowerCase(), LATIN));
  }

  function messageWords(text) {
    let bare = text.toLowerCase();
    for (let before = ""; before !== bare; ) {
      before = bare;
      bare = bare.replace(QUOTED, " ");
    }
    const words = all(bare, WORD);
    return words.length >= 3 ? words : all(text.toLowerCase(), WORD);
  }

  function writtenOut(symbol, heads) {
    for (const head of Object.keys(heads).sort((a, b) => b.length - a.length))
      if (symbol.startsWith(head + ".")) return heads[head] + symbol.slice(head.length);
    return symbol;
  }

  function parseQuery(typed, weights) {
    const even = typed.normalize("NFKC").trim();
    const absent = even.match(/module ['"](torch[\w.]*)['"] has no attribute ['"](\w+)/);
    const text = absent ? absent[1] + "." + absent[2] : evened(even.replace(/#(\S+)/g, " "));
    let bare = text.replace(LEAD, "");
    bare = SYMBOL.test(bare) ? bare.replace(CALL, "").replace(/[ .:;]+$/, "") : "";
    const match = bare.match(SYMBOL);
    if (!match || match[0] !== bare) bare = "";
    return {
      text: text,
      lower: text.toLowerCase(),
      tags: all(even, /#(\S+)/g).map((tag) => tag.slice(1).toLowerCase()),
      bare: bare,
      symbol: writtenOut(bare, weights.words.heads),
    };
  }

  function withoutStops(text, stops) {
    for (const stop of stops.slice().sort((a, b) => b.length - a.length)) text = text.split(stop).join(" ");
    return evened(text);
  }

  const slipsAllowed = (length) => (length < 4 ? 0 : length < 7 ? 1 : 2);

  function distance(left, right, most) {
    /* Edit distance with swaps of neighbours; anything above most is most + 1. */
    if (Math.abs(left.length - right.length) > most) return most + 1;
    let before = [], row = Array.from({ length: right.length + 1 }, (_, j) => j);
    for (let i = 1; i <= left.length; i++) {
      const next = [i];
      let least = i;
      for (let j = 1; j <= right.length; j++) {
        let cost = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (left[i - 1] === right[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
          cost = Math.min(cost, before[j - 2] + 1);
        next.push(cost);
        if (cost < least) least = cost;
      }
      if (least > most) return most + 1;
      before = row;
      row = next;
    }
    return Math.min(row[right.length], most + 1);
  }

  function lettersOf(word) {
    /* One bit for each letter or digit in a word: words a slip apart differ in two bits at most. */
    let bits = 0;
    for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) % 31);
    return bits;
  }

  function differing(left, right) {
    let count = 0;
    for (let bits = left ^ right; bits; bits &= bits - 1) count++;
    return count;
  }

  return {
    canonicalWord, differing, distance, hanRuns, lastOf, latinWords, lettersOf, messageWords, parseQuery, piecesOf, slipsAllowed, squeeze, tokensOf, withoutStops,
  };
})();
