function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 5].find((one) => one * power >= step * 0.999_999) ?? 10;
  return factor * power;
}

/** Starts at zero and covers `highest`. `smallest`: the smallest step, 1 for counts. */
export function ticksOf(highest: number, { count = 4, smallest = 0 } = {}): number[] {
  const step = Math.max(roundStep((highest > 0 ? highest : 1) / count), smallest);
  const steps = Math.max(1, Math.ceil(highest / step - 1e-9));
  // Through the inverse where steps are below 1: 3 * 0.1 is not 0.3.
  const inverse = Math.round(1 / step);
  return Array.from({ length: steps + 1 }, (_, at) => (step < 1 ? at / inverse : at * step));
}

/** Labels of this width must not overlap. */
export const labelStride = (count: number, { room, width }: { room: number; width: number }): number =>
  Math.max(1, Math.ceil((count * width) / Math.max(1, room)));

export const cut = (text: string, letters: number): string =>
  text.length > letters ? `${text.slice(0, Math.max(1, letters - 1)).trimEnd()}…` : text;

/** 'YYYY-MM-DD', both inclusive. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (const day = new Date(from); day <= new Date(to); day.setUTCDate(day.getUTCDate() + 1)) days.push(day.toISOString().slice(0, 10));
  return days;
}
