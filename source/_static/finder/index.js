/* The data file with what ranking wants to have at hand; the same as tools/torchzh/finder/index.py. */
(function (finding) {
  "use strict";
  const GRADES = { f: "详注", b: "简注", a: "自动" };
  const STATES = { d: "已弃用", r: "已移除" };
  const PLACES = { m: "member", l: "listed", f: "member", o: "module" };
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

  function fieldsOf(names, data) {
    /* Every text of every record, with what it counts for. Latin words are cut when one is asked for. */
    const weights = data.weights.text.fields;
    const rows = [];
    const add = (number, text, field) => rows.push({ number: +number, weight: weights[field], text: text.toLowerCase(), latin: null });
    for (const [number, joined] of Object.entries(data.words)) {
      const words = joined.split("|");
      add(number, words.filter((word) => !word.includes(".")).join("|"), "word");
      add(number, words.filter((word) => word.includes(".")).join("|"), "foreign");
    }
    const columns = [["summaries", "summary"], ["symptoms", "symptom"], ["categories", "tag"]];
    for (const [column, field] of columns)
      for (const [number, text] of Object.entries(data[column])) add(number, text, field);
    for (const [number, tags] of Object.entries(data.tags))
      add(number, tags.map((tag) => data.tagNames[tag]).join(" "), "tag");
    names.forEach((name, number) => {
      if (data.places[number] !== "p" || name.length >= PIECED) return;
      const last = finding.lastOf(name);
      const pieces = finding.piecesOf(last);
      const known = pieces.map((piece) => data.pieces[piece] || " ");
      add(number, pieces.concat(last).join(" "), "name");
      add(number, known.map((words) => words.split("|")[0]).join("") + " " + known.join(" "), "piece");
    });
    return rows;
  }

  function rowsWith(token, fields) {
    /* Record → weight of the best field that holds the token. */
    const found = new Map();
    const han = finding.hanRuns(token).length > 0;
    for (const field of fields) {
      if (!han && field.latin === null) field.latin = " " + finding.latinWords(field.text).join(" ") + " ";
      const holds = han ? field.text.includes(token) : field.latin.includes(" " + token + " ");
      if (holds && field.weight > (found.get(field.number) || 0)) found.set(field.number, field.weight);
    }
    return found;
  }

  function lazy(make) {
    let value;
    return () => (value === undefined ? (value = make()) : value);
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

  function wordEntry(word, spelled) {
    const canonical = finding.canonicalWord(word);
    return {
      rows: [], spelled: spelled, canonical: canonical, squeezed: finding.squeeze(canonical),
      last: finding.lastOf(canonical), han: finding.hanRuns(canonical).join(""),
    };
  }

  function addressOf(index, number) {
    const name = index.names[number], place = index.data.places[number];
    const parent = name.slice(0, name.lastIndexOf("."));
    if (index.data.addresses[number]) return index.data.addresses[number];
    if (place === "p") return "api/" + name;
    if (place === "o") return "mod/" + name;
    if (place === "l") return "mod/" + parent;
    return index.numbers.has(parent) ? addressOf(index, index.numbers.get(parent)) : "";
  }

  function messagesOf(data) {
    const rarity = new Map();
    const rows = data.messages.map(([text, entries]) => [text, new Set(finding.messageWords(text)), entries]);
    for (const [, words] of rows) for (const word of words) rarity.set(word, (rarity.get(word) || 0) + 1);
    for (const [word, count] of rarity) rarity.set(word, Math.log(1 + rows.length / count));
    return { rows, rarity };
  }

  function wordsOf(data) {
    const words = new Map();
    for (const [number, joined] of Object.entries(data.words))
      joined.split("|").forEach((spelled, position) => {
        const word = spelled.toLowerCase();
        if (!words.has(word)) words.set(word, wordEntry(word, spelled));
        words.get(word).rows.push([+number, position]);
      });
    return words;
  }

  function soundOf(syllables) {
    return { syllables, full: syllables.join(""), initials: syllables.map((syllable) => syllable[0]).join("") };
  }

  function soundsOf(words, syllables) {
    const sounds = new Map();
    for (const [word, entry] of words) if (entry.han) sounds.set(word, soundOf(syllables(entry.spelled)));
    return sounds;
  }

  finding.makeIndex = function (data) {
    /* What only some queries need is made by the first of them, so that the first answer comes soon. */
    const names = data.names.split("\n");
    const numbers = new Map(names.map((name, number) => [name, number]));
    const words = wordsOf(data), boosts = [], tokens = new Map();
    const syllables = lazy(() => readingsOf(data)), fields = lazy(() => fieldsOf(names, data));
    return {
      data, names, numbers, words, weights: data.weights,
      grades: GRADES, states: STATES,
      spellings: lazy(() => spellingsOf(names, data)),
      components: lazy(() => new Set(names.flatMap((name) => name.toLowerCase().split(".").slice(0, -1)))),
      messages: lazy(() => messagesOf(data)),
      sounds: lazy(() => soundsOf(words, syllables())),
      syllables: (text) => syllables()(text),
      summaries: lazy(() =>
        Object.entries(data.summaries).map(([number, text]) => [+number, text.toLowerCase(), soundOf(syllables()(text))])),
      boost(number) {
        const parent = names[number].slice(0, names[number].lastIndexOf("."));
        if (boosts[number] === undefined) boosts[number] = boostOf(number, names[number], numbers.get(parent), data);
        return boosts[number];
      },
      tagged(name) {
        const tag = data.tagNames.indexOf(name);
        return Object.keys(data.tags).filter((number) => data.tags[number].includes(tag)).map(Number);
      },
      rows(token) {
        if (!tokens.has(token)) tokens.set(token, rowsWith(token, fields()));
        return tokens.get(token);
      },
    };
  };

  finding.address = function (index, number) {
    const place = index.data.places[number];
    return addressOf(index, number) + ".html" + (place === "m" || place === "l" ? "#" + index.names[number] : "");
  };
})(window.torchzhFinding);
