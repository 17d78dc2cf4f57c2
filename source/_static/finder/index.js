/* The data file with what ranking wants to have at hand; the same as tools/torchzh/finder/index.py. */
(function (finding) {
  "use strict";
  const GRADES = { f: "详注", b: "简注", a: "自动" };
  const STATES = { d: "已弃用", r: "已移除" };
  const PLACES = { m: "member", l: "listed", o: "module" };
  const PIECED = 90;

  function spellingsOf(names, data) {
    const result = [];
    names.forEach((name, record) => {
      for (const spelling of [name].concat(data.others[record] || [])) {
        const last = finding.lastOf(spelling);
        result.push({
          record: record, name: spelling, lower: spelling.toLowerCase(), dotted: "." + spelling.toLowerCase(), last: last.toLowerCase(),
          squeezed: finding.squeeze(last), bare: last, canonical: spelling === name, letters: -1,
        });
      }
    });
    return result;
  }

  function boostOf(number, name, owner, data) {
    const rules = data.weights.boost;
    const dots = name.split(".").length - 1;
    let score = rules.use * Math.log2(1 + (data.uses[number] || 0)) + rules.depth * dots;
    if (owner !== undefined && data.kinds[owner] === "c") score += rules.owner * Math.log2(1 + (data.uses[owner] || 0));
    for (const label of [GRADES[data.grades[number]], STATES[data.states[number]]]) score += rules[label] || 0;
    let place = PLACES[data.places[number]];
    if (place === "module" && dots > 2) place = "inner_module";
    return score + (rules[place] || 0);
  }

  function postingsOf(names, data) {
    const fields = data.weights.text.fields;
    const found = new Map();
    function add(number, text, field) {
      for (const token of finding.tokensOf(text)) {
        let row = found.get(token);
        if (!row) found.set(token, (row = new Map()));
        if (fields[field] > (row.get(number) || 0)) row.set(number, fields[field]);
      }
    }
    for (const [number, joined] of Object.entries(data.words))
      for (const word of joined.split("|")) add(+number, word, word.includes(".") ? "foreign" : "word");
    const columns = [["summaries", "summary"], ["symptoms", "symptom"], ["categories", "tag"]];
    for (const [column, field] of columns)
      for (const [number, text] of Object.entries(data[column])) add(+number, text, field);
    for (const [number, tags] of Object.entries(data.tags))
      add(+number, tags.map((tag) => data.tagNames[tag]).join(" "), "tag");
    names.forEach((name, number) => {
      if (data.places[number] !== "p" || name.length >= PIECED) return;
      const last = finding.lastOf(name);
      const pieces = finding.piecesOf(last);
      add(number, pieces.concat(last).join(" "), "name");
      add(number, pieces.map((piece) => (data.pieces[piece] || " ").split("|")[0]).join(""), "piece");
      for (const piece of pieces) add(number, (data.pieces[piece] || "").replace(/\|/g, " "), "piece");
    });
    return found;
  }

  function readingsOf(data) {
    const characters = new Map();
    for (const [syllable, run] of Object.entries(data.characters)) for (const c of run) characters.set(c, syllable);
    return (text) => {
      const known = data.readings[text];
      if (known) return known.split(" ");
      return Array.from(finding.hanRuns(text).join(""), (c) => characters.get(c) || "?");
    };
  }

  function wordEntry(word) {
    const canonical = finding.canonicalWord(word);
    return {
      rows: [], canonical: canonical, squeezed: finding.squeeze(canonical),
      last: finding.lastOf(canonical), han: finding.hanRuns(canonical).join(""),
    };
  }

  function addressOf(index, number) {
    const data = index.data, name = index.names[number];
    const known = data.addresses[number];
    const place = data.places[number];
    const parent = name.slice(0, name.lastIndexOf("."));
    if (known) return known;
    if (place === "p") return "api/" + name;
    if (place === "o") return "mod/" + name;
    if (place === "l") return "mod/" + parent;
    return index.numbers.has(parent) ? addressOf(index, index.numbers.get(parent)) : "";
  }

  finding.makeIndex = function (data) {
    const names = data.names.split("\n");
    const syllables = readingsOf(data);
    const words = new Map(), sounds = new Map(), rarity = new Map();
    for (const [number, joined] of Object.entries(data.words))
      joined.split("|").forEach((spelled, position) => {
        const word = spelled.toLowerCase();
        if (!words.has(word)) words.set(word, wordEntry(word));
        words.get(word).rows.push([+number, position]);
        if (finding.hanRuns(word).length) sounds.set(word, syllables(spelled));
      });
    const messages = data.messages.map(([text, rows]) => [new Set(finding.messageWords(text)), rows]);
    for (const [tokens] of messages) for (const token of tokens) rarity.set(token, (rarity.get(token) || 0) + 1);
    for (const [token, count] of rarity) rarity.set(token, Math.log(1 + messages.length / count));
    const summaries = Object.entries(data.summaries).map(([number, text]) => [+number, text.toLowerCase(), syllables(text)]);
    const numbers = new Map(names.map((name, number) => [name, number]));
    const components = new Set();
    for (const name of names) name.toLowerCase().split(".").slice(0, -1).forEach((part) => components.add(part));
    let postings = null;
    return {
      data, names, words, sounds, rarity, messages, summaries, syllables,
      weights: data.weights,
      spellings: spellingsOf(names, data),
      get postings() {
        return postings || (postings = postingsOf(names, data)); // a name is found without them
      },
      boosts: names.map((name, number) => boostOf(number, name, numbers.get(name.slice(0, name.lastIndexOf("."))), data)),
      numbers, components,
      grades: GRADES,
      states: STATES,
    };
  };

  finding.address = function (index, number) {
    const docname = addressOf(index, number);
    const place = index.data.places[number];
    return docname + ".html" + (place === "m" || place === "l" ? "#" + index.names[number] : "");
  };
})(window.torchzhFinding);
