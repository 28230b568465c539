import { Link } from '@tanstack/react-router';
import type { HTMLAttributes } from 'react';

/** Props that make a button a link to the search for this vacancy. */
export const searchFor = (vacancyId: number) => ({
  renderRoot: (props: HTMLAttributes<HTMLAnchorElement>) => <Link to="/profiles/" search={{ folderId: String(vacancyId) }} {...props} />,
});
