import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './security.module.css';

/** Dark on light in both schemes, which cameras read best. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const { data, size: width } = encode(text, { ecc: 'M', border: 3 });
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { path: squares.join(''), size: width };
  }, [text]);
  return (
    <figure className={classes.qr} aria-label={label}>
      <svg viewBox={`0 0 ${size} ${size}`} width={200} height={200} shapeRendering="crispEdges" aria-hidden="true">
        <rect width={size} height={size} rx={1} fill="white" />
        <path d={path} fill="black" />
      </svg>
    </figure>
  );
}
