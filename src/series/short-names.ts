/**
 * Names for a column of text: at most `most` characters, all of one width. Names of tags often differ at their ends: where
 * cut names would be alike, what all begin with is left out, or their middles, whichever keeps most of them apart.
 */
export function shortNames(names: readonly string[], most: number): string[] {
  const begin = commonBeginning(names);
  const ways = [
    names.map((name) => head(name, most)),
    names.map((name) => (begin === 0 ? head(name, most) : head(`…${Array.from(name).slice(begin).join("")}`, most))),
    names.map((name) => ends(name, most)),
  ];
  const apart = (short: string[]) => new Set(short).size;
  const best = ways.reduce((a, b) => (apart(b) > apart(a) ? b : a));
  const width = best.reduce((widest, name) => Math.max(widest, name.length), 0);
  return best.map((name) => name.padEnd(width));
}

function head(name: string, most: number): string {
  const characters = Array.from(name);
  return characters.length <= most ? name : `${characters.slice(0, most - 1).join("")}…`;
}

/** A third of the room for how the name begins, the rest for how it ends. */
function ends(name: string, most: number): string {
  const characters = Array.from(name);
  if (characters.length <= most) return name;
  const first = Math.floor((most - 1) / 3);
  return `${characters.slice(0, first).join("")}…${characters.slice(first + 1 - most).join("")}`;
}

/** How many characters all names begin with. */
function commonBeginning(names: readonly string[]): number {
  const [first = [], ...others] = names.map((name) => Array.from(name));
  let n = 0;
  while (n < first.length && others.every((name) => name[n] === first[n])) n++;
  return n;
}
