/* Words people use, the text of entries, and how words sound;
   the same as tools/torchzh/finder/{texts,phonetic}.py. */
(function (finding) {
  "use strict";
  const asciiOnly = (text) => /^[\x00-\x7f]*$/.test(text);

  function wordScore(entry, asked, squeezed, han, parts, w) {
    const word = entry.canonical;
    if (word === asked || entry.squeezed === squeezed) return w.equal;
    const extra = Math.min(w.extra_most, w.extra * Math.abs(word.length - asked.length));
    const last = entry.last;
    if (last === asked && last !== word) return w.last;
    if (word.startsWith(asked) || (asked.length > 3 && last.startsWith(asked))) return w.prefix - extra;
    if (parts.length > 1 && parts.every((part) => word.includes(part))) return w.all_words - extra;
    if ((han || asked.length > 4) && entry.squeezed.includes(squeezed)) return w.inside - extra;
    if (!han) return 0;
    const bare = entry.han;
    if (bare.length > 1 && han !== bare && han.includes(bare) && bare.length >= word.length - 1)
      return w.within + (w.within_span * bare.length) / (han.length + 2 * (parts.length - 1));
    return 0;
  }

  function fit(word, number, position, index) {
    /* The first words say best what an entry is; a foreign name says it best where it is the same name. */
    const w = index.weights.word;
    if (!word.includes(".")) return -Math.min(w.position_most, w.position * position);
    const same = finding.lastOf(word) === finding.lastOf(index.names[number]).toLowerCase();
    const method = index.data.kinds[number] === "m" && !word.startsWith("ndarray.");
    return (same ? w.same_name : 0) + (method ? w.method : 0);
  }

  function better(found, number, score, word) {
    const known = found.get(number);
    if (score > (known ? known[0] : 0)) found.set(number, [score, word]);
  }

  finding.wordScores = function (query, index, shares) {
    const w = index.weights.word, tie = index.weights.text.tie;
    const asked = finding.canonicalWord(finding.withoutStops(query.lower, index.weights.words.stop));
    const han = finding.hanRuns(asked).join("");
    const parts = asked.split(/[.\s]+/).filter(Boolean);
    const squeezed = finding.squeeze(asked);
    const found = new Map();
    if (asked.length < 2 && !han) return found;
    for (const number of index.tagged(asked)) found.set(number, [w.tag, ""]);
    for (const [word, entry] of index.words) {
      const score = wordScore(entry, asked, squeezed, han, parts, w);
      if (score <= 0) continue;
      for (const [number, position] of entry.rows) {
        const share = han ? tie * (shares.get(number) || 0) : 0;
        better(found, number, score + fit(word, number, position, index) + share, word);
      }
    }
    return found;
  };

  finding.textShares = function (query, index) {
    const w = index.weights.text;
    const earned = new Map();
    if (query.bare.includes(".")) return earned;
    const asked = finding.withoutStops(query.lower, index.weights.words.stop);
    let total = 0;
    for (const token of new Set(finding.tokensOf(asked))) {
      const rows = index.rows(token);
      const weight = Math.log(1 + index.names.length / (1 + rows.size)) * (rows.size ? 1 : w.unknown);
      total += weight;
      for (const [number, field] of rows) earned.set(number, (earned.get(number) || 0) + field * weight);
    }
    for (const [number, value] of earned) earned.set(number, value / total);
    return earned;
  };

  function named(number, latin, index) {
    const w = index.weights.text, last = finding.squeeze(finding.lastOf(index.names[number]));
    if (finding.squeeze(latin.join("")) === last || latin.includes(last)) return w.named;
    return latin.some((token) => last.startsWith(token)) ? w.named_prefix : 0;
  }

  finding.textScores = function (query, index, shares) {
    const w = index.weights.text;
    const asked = finding.withoutStops(query.lower, index.weights.words.stop);
    const latin = finding.tokensOf(asked).filter((token) => asciiOnly(token) && token.length > 3);
    const found = new Map();
    for (const [number, share] of shares)
      if (share >= w.floor) found.set(number, w.base + w.span * share + named(number, latin, index));
    if (finding.hanRuns(asked).length === 1 && asked.length > 2)
      for (const [number, summary] of index.summaries())
        if (summary.includes(asked) && w.summary > (found.get(number) || 0)) found.set(number, w.summary);
    return found;
  };

  function atBoundary(typed, full, syllables) {
    if (!full.includes(typed)) return -1;
    let offset = 0;
    for (let number = 0; number < syllables.length; number++) {
      if (full.startsWith(typed, offset)) return number;
      offset += syllables[number].length;
    }
    return -1;
  }

  function mixed(typed, syllables, from) {
    if (!typed) return true;
    if (from >= syllables.length) return false;
    const head = syllables[from];
    let size = 0;
    while (size < head.length && size < typed.length && head[size] === typed[size]) size++;
    for (let take = size; take > 0; take--) if (mixed(typed.slice(take), syllables, from + 1)) return true;
    return false;
  }

  function letterScore(typed, sound, w) {
    const { syllables, full, initials } = sound;
    if (full === typed) return w.equal;
    const at = atBoundary(typed, full, syllables);
    const extra = Math.min(w.extra_most, w.extra * (syllables.length - 1));
    if (at >= 0 && typed.length > 2) return (at ? w.inside : w.prefix) - extra;
    if (initials === typed) return w.initials;
    if (typed.length > 2 && initials.startsWith(typed))
      return w.initials_prefix - w.extra * (initials.length - typed.length);
    return typed.length > 3 && syllables.length > 1 && mixed(typed, syllables, 0) ? w.mixed - extra : 0;
  }

  finding.pinyinScores = function (query, index) {
    const w = index.weights.pinyin;
    const runs = finding.hanRuns(query.lower);
    const found = new Map();
    function keep(word, score) {
      if (score > 0)
        for (const [number, position] of index.words.get(word).rows) better(found, number, score + fit(word, number, position, index), word);
    }
    if (/^[a-z' ]{2,}$/.test(query.lower)) {
      const typed = query.lower.replace(/[' ]/g, "");
      for (const tag of index.data.tagNames)
        if (index.syllables(tag).join("") === typed)
          for (const number of index.tagged(tag)) better(found, number, w.tag, "");
      for (const [word, sound] of index.sounds()) keep(word, letterScore(typed, sound, w));
      if (typed.length >= 5)
        for (const [number, , sound] of index.summaries())
          if (atBoundary(typed, sound.full, sound.syllables) >= 0) better(found, number, w.summary, "");
    } else if (runs.length === 1 && runs[0] === query.lower && runs[0].length > 1) {
      const said = index.syllables(runs[0]).join(" ");
      for (const [word, sound] of index.sounds())
        if (word !== query.lower && sound.syllables.join(" ") === said) keep(word, w.homophone);
    }
    return found;
  };
})(window.torchzhFinding);
