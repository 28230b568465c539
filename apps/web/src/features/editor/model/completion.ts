/** Undefined without open braces. */
export function partialName(before: string): string | undefined {
  const at = before.lastIndexOf('{{');
  if (at < 0) return undefined;
  const typed = before.slice(at + 2);
  return typed.length <= 50 && /^[^{}\ufffc]*$/.test(typed) ? typed : undefined;
}

interface Choice {
  name: string;
  label: string;
}

export function completions<C extends Choice>(choices: readonly C[], typed: string): C[] {
  const search = typed.trim().toLocaleLowerCase();
  const rank = ({ name, label }: C) => {
    const words = [name.toLocaleLowerCase(), label.toLocaleLowerCase()];
    if (words.some((word) => word.startsWith(search))) return 0;
    return words.some((word) => word.includes(search)) ? 1 : 2;
  };
  return choices.filter((choice) => rank(choice) < 2).toSorted((left, right) => rank(left) - rank(right));
}
