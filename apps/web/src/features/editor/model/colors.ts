type Rgb = readonly [number, number, number];

function parts(color: string): Rgb | undefined {
  const [, short] = /^#([0-9a-f]{3})$/i.exec(color) ?? [];
  const hex = short ? `#${[...short].map((sign) => sign + sign).join('')}` : color;
  const [, r, g, b] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex) ?? [];
  if (r && g && b) return [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)];
  const numbers = /^rgb\((\d{1,3}),\s*(\d{1,3}),\s*(\d{1,3})\)$/.exec(color)?.slice(1).map(Number);
  return numbers && numbers.every((value) => value <= 255) ? [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0] : undefined;
}

function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Undefined for greys, which programs add to all text, and for colours too light on white. */
export function textColor(color: string): string | undefined {
  const rgb = parts(color.trim().toLowerCase());
  if (!rgb || Math.max(...rgb) - Math.min(...rgb) < 48) return undefined;
  const contrast = 1.05 / (luminance(rgb) + 0.05);
  return contrast < 3 ? undefined : `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
