/** A guard of a file, and what is put around it so that it can be taken away while the program runs. */
export interface Edit {
  at: number;
  length: number;
  /** `isGone` is the expression that says whether it is taken away now. */
  before(this: void, isGone: string): string;
  after: string;
  /** In words, on one line. */
  what: string;
}

/** A call in a chain of the query builder: made unless it is taken away. */
export const leftOut = { before: (isGone: string) => `.$if(!${isGone}, (query) => query`, after: ')' };

/** The name under which a process says whether a guard is taken away: without it none is. */
export const questionName = 'headwaterGuardIsGone';
const questionFor = (id: number) => `globalThis.${questionName}?.(${id})`;

interface Insertion {
  at: number;
  text: string;
  /** Of several at one place those of the inner ones stand nearer to them: ends come first, the inner ones before the outer ones. */
  rank: number;
}

/** The text with each of its guards behind a switch of its own. They may lie in each other. */
export function withSwitches(text: string, guards: readonly { id: number; edit: Edit }[]): string {
  const insertions = guards.flatMap(({ id, edit: { at, length, before, after } }): Insertion[] => [
    { at, text: before(questionFor(id)), rank: text.length * 2 - length },
    { at: at + length, text: after, rank: length === 0 ? text.length * 3 : length },
  ]);
  let [switched, from] = ['', 0];
  for (const { at, text: added } of insertions.toSorted((one, other) => one.at - other.at || one.rank - other.rank)) {
    switched += text.slice(from, at) + added;
    from = at;
  }
  return switched + text.slice(from);
}
