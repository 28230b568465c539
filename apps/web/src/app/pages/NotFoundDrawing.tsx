import classes from './pages.module.css';

export function NotFoundDrawing() {
  return (
    <svg className={classes.drawing} width="144" height="104" viewBox="0 0 144 104" fill="none" aria-hidden focusable="false">
      <rect x="34" y="10" width="64" height="84" rx="8" className={classes.paper} />
      <path d="M46 28h26M46 40h40M46 52h18M46 64h22M46 76h40" className={classes.ink} />
      <circle cx="92" cy="60" r="20" className={classes.glass} />
      <path d="m106 75 13 14" className={classes.handle} />
      <path d="M85 56c0-4 3-7 7-7s7 3 7 6c0 5-7 5-7 9" className={classes.mark} />
      <circle cx="92" cy="70" r="1.600" className={classes.dot} />
    </svg>
  );
}
