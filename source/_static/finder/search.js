/* Ranking: the best of all readings of a query, one row per operation; the same as tools/torchzh/finder/search.py. */
(function (finding) {
  "use strict";
  const POOL = 80, FEWEST = 3, OWN = 10;

  function messageScores(query, index) {
    const w = index.weights.message;
    const asked = new Set(finding.messageWords(query.text));
    const found = new Map();
    if (query.bare || asked.size < FEWEST || !index.data.messages.length) return found;
    const { rows: messages, rarity } = index.messages();
    const mentioned = new Set(finding.piecesOf(query.text).concat(query.text.split(" ").map(finding.squeeze)));
    const unknown = w.unknown * Math.max(...rarity.values());
    let total = 0;
    for (const word of asked) total += rarity.get(word) || unknown;
    for (const [text, words, rows] of messages) {
      let common = 0, own = 0, count = 0;
      for (const word of words) {
        own += rarity.get(word);
        if (!asked.has(word)) continue;
        common += rarity.get(word);
        count++;
      }
      if (count < FEWEST || common / total < w.floor) continue;
      const score = w.base + w.span * ((0.75 * common) / total + (0.25 * common) / own);
      for (const [number, shown] of rows) {
        let value = score + Math.floor(shown / OWN) * w.own + Math.min(w.repeat_most, w.repeat * ((shown % OWN) - 1));
        if (mentioned.has(finding.squeeze(finding.lastOf(index.names[number])))) value += w.named;
        if (value > (found.get(number) || [0])[0]) found.set(number, [value, text]);
      }
    }
    return found;
  }

  function tagged(number, query, index) {
    const own = (index.data.tags[number] || []).map((tag) => index.data.tagNames[tag]);
    return query.tags.every((tag) => own.some((name) => name.startsWith(tag)));
  }

  function collect(query, index) {
    const scores = new Map(), reasons = new Map();
    const shares = finding.textShares(query, index);
    const bare = (found) => new Map([...found].map(([number, score]) => [number, [score, ""]]));
    const readings = [
      ["又叫：", finding.wordScores(query, index, shares)],
      ["又叫：", finding.pinyinScores(query, index)],
      ["", bare(finding.nameScores(query, index))],
      ["", bare(finding.textScores(query, index, shares))],
      ["报错：", messageScores(query, index)],
    ];
    for (const [label, found] of readings)
      for (const [number, [score, text]] of found)
        if (score > (scores.get(number) || 0)) {
          scores.set(number, score);
          reasons.set(number, text && label + text);
        }
    return [scores, reasons];
  }

  function rowsOf(ranked, scores, reasons, index) {
    /* Twins stand next to each other: those with an entry or asked for by name; the rest is a remark. */
    const rules = index.weights.family;
    const families = new Map();
    for (const [score, number] of ranked) {
      const key = index.data.families[number] || -number - 1;
      if (!families.has(key)) families.set(key, []);
      families.get(key).push([score, number]);
    }
    const rows = [];
    for (const members of families.values()) {
      const shown = members
        .filter(([, number], at) => !at || index.data.grades[number] !== "a" || scores.get(number) >= rules.direct)
        .slice(0, rules.rows);
      const known = new Set(shown.map(([, number]) => number));
      const rest = members.filter(([, number]) => !known.has(number)).map(([, number]) => index.names[number]);
      shown.forEach(([score, number], at) =>
        rows.push({
          record: number, name: index.names[number], score: score,
          why: reasons.get(number) || "", more: at ? [] : rest, twin: at > 0,
        })
      );
    }
    return rows;
  }

  finding.search = function (index, typed, limit) {
    const query = finding.parseQuery(typed, index.weights);
    let scores = new Map(), reasons = new Map();
    if (query.text) [scores, reasons] = collect(query, index);
    else if (query.tags.length) {
      /* The tag is what is looked for: entries that are called so come first. */
      const [asked, why] = collect(finding.parseQuery(query.tags.join(" "), index.weights), index);
      scores = new Map(Object.keys(index.data.tags).map((number) => [+number, asked.get(+number) || 1]));
      reasons = why;
    }
    let ranked = [...scores].map(([number, score]) => [score + index.boost(number), number]);
    if (query.tags.length) ranked = ranked.filter(([, number]) => tagged(number, query, index));
    if (ranked.length > POOL) {
      const least = Float64Array.from(ranked, ([score]) => score).sort()[ranked.length - POOL];
      ranked = ranked.filter(([score]) => score >= least);
    }
    ranked.sort((a, b) => b[0] - a[0] || a[1] - b[1]);
    return rowsOf(ranked.slice(0, POOL), scores, reasons, index).slice(0, limit);
  };
})(window.torchzhFinding);
