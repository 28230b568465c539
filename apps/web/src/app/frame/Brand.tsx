import { brand } from '#lib/brand.ts';
import classes from './Brand.module.css';
import { isFestive } from './festive.ts';

const festive = isFestive(new Date());

/** Product logo, or the picture that the operator sets for this host (I18N-002, I18N-006). */
function Mark() {
  const picture = (festive ? brand.festiveLogo : null) ?? brand.logo;
  if (picture !== null) return <img src={picture} alt="" height={24} className={classes.picture} />;
  return (
    <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="#0f655f" />
      <path
        d="M8 9.500c4.200 0 4.200 5 8 5s3.800-5 8-5M8 16c4.200 0 4.200 5 8 5s3.800-5 8-5"
        fill="none"
        stroke="#fff"
        strokeWidth="2.600"
        strokeLinecap="round"
      />
      <circle cx="16" cy="26" r="1.700" fill="#7dcdc3" />
      {festive && (
        <path
          d="m25 2 1.300 3.700L30 7l-3.700 1.300L25 12l-1.300-3.700L20 7l3.700-1.300zM5 24h2v2H5zM26 21h2v2h-2zM6 4h2v2H6z"
          fill="#ffd36e"
        />
      )}
    </svg>
  );
}

export function Brand({ compact = false }: { compact?: boolean }) {
  return (
    <span className={classes.brand}>
      <Mark />
      <span className={compact ? 'hw-visually-hidden' : classes.name}>{brand.name}</span>
    </span>
  );
}
