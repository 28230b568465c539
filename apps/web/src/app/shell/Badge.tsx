import bell from './Bell.module.css';

const most = 99;

export const Badge = ({ count }: { count: number }) =>
  count > 0 && (
    <span className={bell.badge} aria-hidden>
      {count > most ? `${most}+` : count}
    </span>
  );
