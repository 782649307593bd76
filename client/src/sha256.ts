/** SHA-256 (FIPS 180-4): browsers offer it in secure contexts only, and a home network is none. */

const WORDS = 64;

/** The first 32 bits of the fractional part of a root of a prime. */
const fraction = (prime: number, root: number): number => {
  const value = prime ** (1 / root);
  return ((value - Math.floor(value)) * 2 ** 32) | 0;
};

const isPrime = (number: number): boolean => {
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false;
  return true;
};

const PRIMES = Array.from({ length: 312 }, (_, k) => k).filter((number) => number > 1 && isPrime(number));
const KEYS = PRIMES.slice(0, WORDS).map((prime) => fraction(prime, 3));
const START = PRIMES.slice(0, 8).map((prime) => fraction(prime, 2));

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
const mix = (word: number, a: number, b: number, c: number): number => turn(word, a) ^ turn(word, b) ^ turn(word, c);
const fold = (word: number, a: number, b: number, shift: number): number => turn(word, a) ^ turn(word, b) ^ (word >>> shift);

/** The text as blocks of 64 bytes: its bytes, a one, noughts, its length in bits. */
function padded(text: string): DataView {
  const bytes = new TextEncoder().encode(text);
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / WORDS) * WORDS);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 4, bytes.length * 8);
  return view;
}

/** The 64 words into which a block is spread. */
function schedule(blocks: DataView, at: number): Int32Array {
  const words = new Int32Array(WORDS);
  for (let k = 0; k < WORDS; k++) {
    words[k] =
      k < 16
        ? blocks.getInt32(at + 4 * k)
        : words[k - 16]! + fold(words[k - 15]!, 7, 18, 3) + words[k - 7]! + fold(words[k - 2]!, 17, 19, 10);
  }
  return words;
}

/** The hash after one more block. */
function compressed(hash: readonly number[], words: Int32Array): number[] {
  let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
  for (let k = 0; k < WORDS; k++) {
    const first = (h + mix(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + KEYS[k]! + words[k]!) | 0;
    const second = (mix(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, k) => (word + hash[k]!) | 0);
}

/** The hash of a text in UTF-8, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  const blocks = padded(text);
  let hash: number[] = START;
  for (let at = 0; at < blocks.byteLength; at += WORDS) hash = compressed(hash, schedule(blocks, at));
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
