// @ts-check
/** The generator of `kernel/chance.py` once more, word for word, so that a reader's browser recomputes what a server says it rolled. `docs/fair-dice.md` */

/** A number that the server says the generator gave: which of how many cases, and what each case stands for. @typedef {{of: number, number: number, cases: number[] | null}} Draw */
/** What came of recomputing a game. @typedef {{results: number, numbers: number, wrong: number[]}} Recomputed */

const WARMING = 12;
const TWO_32 = 2 ** 32;

/** sfc32, seeded by three words of 32 bits. */
export class Generator {
  /** @param {number} a @param {number} b @param {number} c */
  constructor(a, b, c) {
    this.state = [a >>> 0, b >>> 0, c >>> 0, 1];
    for (let i = 0; i < WARMING; i++) this.word();
  }

  /** The next 32 bits. */
  word() {
    const [a, b, c, d] = /** @type {[number, number, number, number]} */ (this.state);
    const word = (a + b + d) >>> 0;
    this.state = [(b ^ (b >>> 9)) >>> 0, (c + (c << 3)) >>> 0, (((c << 21) | (c >>> 11)) + word) >>> 0, (d + 1) >>> 0];
    return word;
  }

  /** One of 0 … n-1, each with exactly the same chance. @param {number} n */
  below(n) {
    // A word times n has up to 63 bits: more than a number of JavaScript holds exactly.
    const product = () => BigInt(this.word()) * BigInt(n);
    let drawn = product();
    const low = () => Number(BigInt.asUintN(32, drawn));
    if (low() < n) {
      const threshold = (TWO_32 - n) % n;
      while (low() < threshold) drawn = product();
    }
    return Number(drawn >> 32n);
  }
}

/** The generator of one line of a game. @param {string} seed @param {number} line counted from 0, the deal */
export async function generatorOf(seed, line) {
  const text = new TextEncoder().encode(`${seed}/${line}`);
  const words = new DataView(await crypto.subtle.digest("SHA-256", text));
  return new Generator(words.getUint32(0, true), words.getUint32(4, true), words.getUint32(8, true));
}

/** One line: does each number follow from the seed, and each result from its number? @param {Generator} generator @param {number[]} results @param {Draw[]} draws @param {Recomputed} found */
function follows(generator, results, draws, found) {
  // A rule that throws whole hands away before it keeps one draws more numbers than it notes results: those come first.
  const ahead = draws.length - results.length;
  let holds = ahead >= 0;
  for (const [i, { of, number, cases }] of draws.entries()) {
    const drawn = Number.isInteger(of) && of > 0 && of < 2 ** 31 ? generator.below(of) : -1;
    if (cases) {
      found.results += 1;
      holds &&= cases.length === of && cases[drawn] === results[i - ahead];
    } else {
      found.numbers += 1;
      holds &&= drawn === number;
    }
  }
  return holds;
}

/** A whole game: its record as the file has it, and what the server says was drawn in each line.
 * @param {any} header @param {any[]} lines without the header @param {Record<string, Draw[]>} told @returns {Promise<Recomputed>} */
export async function recompute(header, lines, told) {
  /** @type {Recomputed} */
  const found = { results: 0, numbers: 0, wrong: [] };
  for (const [number, line] of lines.entries()) {
    const results = line.deal ?? line.chance ?? [];
    if (number < (header.taken_over ?? 0) || (!results.length && !told[number])) continue;
    const generator = await generatorOf(String(header.seed), number);
    // Counted as in the file, where the header is the first line.
    if (!follows(generator, results, told[number] ?? [], found)) found.wrong.push(number + 2);
  }
  return found;
}
