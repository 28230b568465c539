/** Below this whole, a share is shown with its interval and marked as small. */
export const smallSample = 30;

const z = 1.96;

/** Wilson score interval of 95 %. It stays within 0 and 1 and is meaningful for small numbers. */
export function wilsonInterval(part: number, whole: number): [number, number] | null {
  if (whole <= 0) return null;
  const share = Math.min(1, Math.max(0, part / whole));
  const scale = 1 + (z * z) / whole;
  const center = (share + (z * z) / (2 * whole)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / whole + (z * z) / (4 * whole * whole));
  return [Math.max(0, center - half), Math.min(1, center + half)];
}
