/** Moves the focus to the first result, else to the list. Returns false without one. */
export function focusResults(): boolean {
  const list = document.querySelector<HTMLElement>('#results');
  const target = list?.querySelector<HTMLElement>('[data-profile] a, button') ?? list;
  target?.focus();
  return target !== undefined && target !== null;
}
