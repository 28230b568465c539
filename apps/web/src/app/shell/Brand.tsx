import { useTranslation } from 'react-i18next';
import classes from './Brand.module.css';

/** The mark, and the name beside it where there is room. */
export function Brand({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation('app');
  return (
    <span className={classes.brand}>
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
      </svg>
      <span className={compact ? 'hw-visually-hidden' : classes.name}>{t('brand')}</span>
    </span>
  );
}
