/** The games of this device, as Python wants them kept: texts in the browser's database. */
const MONTH_MS = 30 * 86_400_000;
const DATABASE = "serpentina";
const GAMES = "games";

interface Book {
  text: string;
  touched: number;
}

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function shelf<Result>(mode: IDBTransactionMode, use: (games: IDBObjectStore) => Promise<Result>): Promise<Result> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(GAMES);
  const database = await done(opening);
  try {
    const transaction = database.transaction(GAMES, mode);
    const over = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const result = await use(transaction.objectStore(GAMES));
    await over;
    return result;
  } finally {
    database.close();
  }
}

/** What was kept of a game. */
export const keptOf = (game: string): Promise<string | null> =>
  shelf("readonly", async (games) => ((await done(games.get(game))) as Book | undefined)?.text ?? null);

/** Keep games, all or none; and let go of those that nobody has touched for a month. */
export const keepAll = (texts: Record<string, string>): Promise<void> =>
  shelf("readwrite", async (games) => {
    const now = Date.now();
    for (const [game, text] of Object.entries(texts)) games.put({ text, touched: now } satisfies Book, game);
    const names = await done(games.getAllKeys());
    const books = (await done(games.getAll())) as Book[];
    books.forEach((book, at) => {
      if (book.touched < now - MONTH_MS) games.delete(names[at]!);
    });
  });

/** Let go of all games. */
export const clearShelf = (): Promise<unknown> => done(indexedDB.deleteDatabase(DATABASE));
