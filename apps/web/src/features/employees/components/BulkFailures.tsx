import classes from './employees.module.css';

export interface Failure {
  name: string;
  reason: string;
}

export const BulkFailures = ({ failures }: { failures: readonly Failure[] }) => (
  <ul className={classes.failures}>
    {failures.map(({ name, reason }, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- names may be equal
      <li key={at}>
        <span>{name}</span>
        <span className={classes.address}>{reason}</span>
      </li>
    ))}
  </ul>
);
