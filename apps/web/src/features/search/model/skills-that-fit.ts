/** For text of 12 px, wide enough for Cyrillic. */
const charPx = 6.4;
const chipPx = 16;
const starPx = 12;
const morePx = 30;
const longestPx = 200;

interface Known {
  name: string;
  is_principal: boolean;
  matched: boolean;
}

const widthOf = ({ name, is_principal: isMain }: Known) =>
  Math.min(longestPx, Math.ceil([...name].length * charPx) + chipPx + (isMain ? starPx : 0));

/** Matches come first and always stay. */
export function skillsThatFit<S extends Known>(
  skills: readonly S[],
  { all, room }: { all: number; room: number },
): { shown: S[]; more: number } {
  const sorted = [...skills.filter((skill) => skill.matched), ...skills.filter((skill) => !skill.matched)];
  const shown: S[] = [];
  let left = room - morePx;
  for (const skill of sorted) {
    left -= widthOf(skill);
    if (left < 0 && !skill.matched && shown.length > 0) break;
    shown.push(skill);
  }
  return { shown, more: Math.max(0, all - shown.length) };
}
