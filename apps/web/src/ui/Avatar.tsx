/** Decorative: the name is always next to it. */
import { useState } from 'react';
import { statusColors } from './palette.ts';
import classes from './Avatar.module.css';

/** 'Anna Weber' -> 'AW', 'Мария' -> 'М'. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? ([...word][0] ?? '') : ''));
  return letters.join('').toLocaleUpperCase();
}

export function colorOf(name: string): number {
  let sum = 0;
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 65_521;
  return name.trim() === '' ? 0 : 1 + (sum % (statusColors.length - 1));
}

interface AvatarProps {
  name: string;
  src?: string | null | undefined;
  /** In pixels: 20 in dense rows, 28 in lists, 40 in headers. */
  size?: number;
}

export function Avatar({ name, src, size = 28 }: AvatarProps) {
  const [broken, setBroken] = useState(false);
  const color = colorOf(name);
  const style = {
    width: size,
    height: size,
    fontSize: Math.round(size * 0.4),
    background: `var(--hw-status-${color}-ground)`,
    color: `var(--hw-status-${color}-text)`,
  };
  return (
    <span className={classes.avatar} style={style} aria-hidden>
      {src && !broken ? (
        <img src={src} alt="" width={size} height={size} loading="lazy" decoding="async" onError={() => setBroken(true)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}
