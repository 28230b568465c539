/** People that the user hid in a search. The browser stores the latest searches and people. */
const key = 'headwater.search.hidden';
const mostSearches = 100;
const mostPeople = 500;

type StoredHidden = [search: string, people: number[]][];

const isKept = (value: unknown): value is StoredHidden =>
  Array.isArray(value) && value.every((row) => Array.isArray(row) && typeof row[0] === 'string' && Array.isArray(row[1]));

function read(storage: Pick<Storage, 'getItem'>): StoredHidden {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return isKept(value) ? value : [];
  } catch {
    return [];
  }
}

export const hiddenIn = (storage: Pick<Storage, 'getItem'>, search: string): ReadonlySet<number> =>
  new Set(read(storage).find(([one]) => one === search)?.[1]);

export function storeHidden(storage: Pick<Storage, 'getItem' | 'setItem'>, search: string, people: ReadonlySet<number>): void {
  const others = read(storage).filter(([one]) => one !== search);
  const stored: StoredHidden = people.size > 0 ? [[search, [...people].slice(-mostPeople)], ...others] : others;
  try {
    storage.setItem(key, JSON.stringify(stored.slice(0, mostSearches)));
  } catch {
    // Storage is full or unavailable: the change lasts until the page is closed.
  }
}
